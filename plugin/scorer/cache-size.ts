import type { InferenceSession } from 'onnxruntime-node'

/** Bytes of key/value cache that one token of one row takes; 0 for a model without a cache. */
export function cacheBytesOfToken(inputs: readonly InferenceSession.ValueMetadata[]): number {
  return inputs.reduce((sum, input) => {
    if (!input.isTensor || !input.name.startsWith('past')) return sum
    const numbers = input.shape.reduce<number>(
      (product, size) => (typeof size === 'number' ? product * size : product),
      1,
    )
    return sum + numbers * (input.type === 'float16' ? 2 : 4)
  }, 0)
}
