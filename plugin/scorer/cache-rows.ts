import type { Tensor } from 'onnxruntime-node'
import { LmEvalError } from '../errors.ts'
import type { Ort } from './onnxruntime.ts'

/** A tensor's numbers, as far as rows are copied. */
type Numbers = Float32Array

/**
 * A cache tensor that holds rows of others, whose first axis is the batch and whose other axes are equal.
 * @param parts tensors, and which of their rows are wanted in which order
 * @throws LmEvalError MODEL for a tensor with another number of rows than sequences went in
 */
export function copyRows(
  ort: Pick<Ort, 'Tensor'>,
  parts: readonly { tensor: Tensor; rows: readonly number[]; of: number }[],
): Tensor {
  const [first] = parts as [(typeof parts)[number]]
  const { dims, type } = first.tensor
  const width = dims.slice(1).reduce((product, size) => product * size, 1)
  const count = parts.reduce((sum, { rows }) => sum + rows.length, 0)
  const source = first.tensor.data as Numbers
  const numbers = new (source.constructor as new (length: number) => Numbers)(count * width)
  let place = 0
  for (const { tensor, rows, of } of parts) {
    if (tensor.dims[0] !== of) {
      throw new LmEvalError(
        `The model's key/value cache has ${tensor.dims[0]} rows after a run over ${of} sequences: set batchSize to 1, or export the model with a batch axis.`,
        { code: 'MODEL' },
      )
    }
    for (const row of rows) {
      numbers.set((tensor.data as Numbers).subarray(row * width, (row + 1) * width), place)
      place += width
    }
  }
  return new ort.Tensor(type as 'float32', numbers, [count, ...dims.slice(1)])
}
