/** A field of a message in memory: `content` of a length-delimited one, `value` of a varint, neither of one of fixed width. */
export interface Field {
  field: number
  content?: Uint8Array
  value?: number
}

/** A field with its encoding. */
export interface RawField extends Field {
  encoded: Uint8Array
}

/**
 * Fields of an encoded message, in order.
 * @throws RangeError where it ends too early
 */
export function* fieldsOf(message: Uint8Array): Generator<RawField> {
  let at = 0
  const varint = (): number => {
    let value = 0
    let high = 0n
    for (let shift = 0; ; shift += 7) {
      const byte = message[at++]
      if (byte === undefined) throw new RangeError('it ends too early')
      if (shift < 49) value += (byte & 127) * 2 ** shift
      else high += BigInt(byte & 127) << BigInt(shift)
      if (byte < 128) return high === 0n ? value : Number(BigInt.asIntN(64, high + BigInt(value)))
    }
  }
  while (at < message.length) {
    const start = at
    const tag = varint()
    const found: Field = { field: Math.floor(tag / 8) }
    const wireType = tag % 8
    if (wireType === 0) found.value = varint()
    else {
      const length = wireType === 2 ? varint() : wireType === 1 ? 8 : 4
      at += length
      if (at > message.length) throw new RangeError('it ends too early')
      if (wireType === 2) found.content = message.subarray(at - length, at)
    }
    yield { ...found, encoded: message.subarray(start, at) }
  }
}

/** Packed or single whole numbers under a field. */
export function numbersOf({ content, value }: Field): number[] {
  if (content === undefined) return [value as number]
  const numbers: number[] = []
  let number = 0n
  let shift = 0n
  for (const byte of content) {
    number += BigInt(byte & 127) << shift
    shift += 7n
    if (byte >= 128) continue
    numbers.push(Number(BigInt.asIntN(64, number)))
    number = 0n
    shift = 0n
  }
  return numbers
}

export const textOf = (content: Uint8Array): string => Buffer.from(content).toString('utf8')
