import type { Tensor } from 'onnxruntime-node'

/** Values of all 65,536 IEEE 754 half-precision bit patterns; made at first need. */
let table: Float32Array | undefined

/** Decodes half-precision numbers from their bit patterns. */
export function decodeHalfFloats(bits: Uint16Array): Float32Array {
  table ??= Float32Array.from({ length: 65_536 }, (_, pattern) => halfFloat(pattern))
  const values = new Float32Array(bits.length)
  for (let i = 0; i < bits.length; i += 1) values[i] = table[bits[i] as number] as number
  return values
}

/** Numbers of a tensor from `start` to before `end`, decoded if they are half-precision. */
export function numbersOf({ data }: Pick<Tensor, 'data'>, start: number, end: number): ArrayLike<number> {
  const part = (data as Float32Array | Uint16Array).subarray(start, end)
  return part instanceof Uint16Array ? decodeHalfFloats(part) : part
}

function halfFloat(pattern: number): number {
  const sign = pattern & 0x8000 ? -1 : 1
  const exponent = (pattern >> 10) & 31
  const fraction = pattern & 1023
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  if (exponent === 0) return sign * fraction * 2 ** -24
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}
