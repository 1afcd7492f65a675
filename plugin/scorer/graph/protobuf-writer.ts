/** Bytes of a varint: seven bits a byte, the lowest first; negative numbers in two's complement of 64 bits. */
function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  while (rest >= 128n) {
    bytes.push(Number(rest & 127n) + 128)
    rest >>= 7n
  }
  bytes.push(Number(rest))
  return bytes
}

/** A field with content: a message, text or bytes. */
export function contentField(field: number, content: Uint8Array | string): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(bytes.length)]), bytes])
}

/** A field with a whole number. */
export function numberField(field: number, value: number): Buffer {
  return Buffer.from([...varint(field * 8), ...varint(value)])
}
