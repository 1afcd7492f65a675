import type { InferenceSession, Tensor } from 'onnxruntime-node'
import { LmEvalError } from '../errors.ts'
import type { Ort } from './onnxruntime.ts'

type TensorMetadata = InferenceSession.TensorValueMetadata
type TypedArray = Int32Array | BigInt64Array

/** Rows of one batch; shorter ones are padded on the right. */
export interface BatchShape {
  rows: readonly (readonly number[])[]
  /** Length of the longest row. */
  length: number
  /** Positions at the end whose logits are wanted, for models that can leave out the others. */
  keep: number
  /** Keys and values of the tokens before the rows, by input name; undefined: the rows are all there is. */
  past?: { length: number; tensors: ReadonlyMap<string, Tensor> } | undefined
}

type InputMaker = (batch: BatchShape) => Tensor

/** Feeds for one run. */
export type MakeFeeds = (batch: BatchShape) => Record<string, Tensor>

/**
 * Finds out from a session's metadata how to feed it: token ids, attention mask, positions, an empty key/value cache,
 * the switches of merged decoders and of exports that compute fewer logits.
 * @throws LmEvalError MODEL naming the inputs that are not known
 */
export function planInputs(
  ort: Ort,
  metadata: readonly InferenceSession.ValueMetadata[],
  file: string,
): MakeFeeds {
  const makers = new Map<string, InputMaker>()
  const unknown: string[] = []
  for (const input of metadata) {
    const maker = input.isTensor ? inputMaker(ort, input) : undefined
    if (maker === undefined) unknown.push(input.name)
    else makers.set(input.name, maker)
  }
  if (unknown.length > 0 || !makers.has('input_ids')) {
    const what =
      unknown.length > 0
        ? `needs inputs that are not supported (${unknown.join(', ')})`
        : 'has no input input_ids'
    throw new LmEvalError(
      `${file} ${what}: export it as a decoder-only causal language model (text-generation).`,
      {
        code: 'MODEL',
      },
    )
  }
  return batch => Object.fromEntries([...makers].map(([name, make]) => [name, make(batch)]))
}

function inputMaker(ort: Ort, input: TensorMetadata): InputMaker | undefined {
  switch (input.name) {
    case 'input_ids':
      return grid(ort, input, row => place => row[place] ?? 0)
    case 'attention_mask':
      return mask(ort, input)
    case 'position_ids':
      return grid(ort, input, (_, past) => place => past + place)
    case 'num_logits_to_keep':
    case 'logits_to_keep':
      return ({ keep }) =>
        new ort.Tensor(
          input.type as 'int64',
          integers(input.type, [keep]),
          input.shape.length === 0 ? [] : [1],
        )
    case 'use_cache_branch':
      return ({ past }) => new ort.Tensor('bool', [past !== undefined], [1])
    default:
      return /^past/.test(input.name) ? cacheInput(ort, input) : undefined
  }
}

/** A [rows, length] tensor of integers. */
function grid(
  ort: Ort,
  { type }: TensorMetadata,
  cells: (row: readonly number[], past: number) => (place: number) => number,
): InputMaker | undefined {
  if (type !== 'int64' && type !== 'int32') return undefined
  return ({ rows, length, past }) => {
    const cell = rows.map(row => cells(row, past?.length ?? 0))
    const values = cell.flatMap(valueAt => Array.from({ length }, (_, place) => valueAt(place)))
    return new ort.Tensor(type as 'int64', integers(type, values), [rows.length, length])
  }
}

/** Ones over past and rows, zeros over the padding. */
function mask(ort: Ort, input: TensorMetadata): InputMaker | undefined {
  const maker = grid(ort, input, (row, past) => place => (place < past + row.length ? 1 : 0))
  return maker && (batch => maker({ ...batch, length: (batch.past?.length ?? 0) + batch.length }))
}

/** What the batch brings, or the cache of nothing. */
function cacheInput(ort: Ort, input: TensorMetadata): InputMaker | undefined {
  const empty = emptyCache(ort, input)
  return empty && (batch => batch.past?.tensors.get(input.name) ?? empty(batch))
}

function integers(type: string, values: readonly number[]): BigInt64Array {
  const array: TypedArray = type === 'int64' ? BigInt64Array.from(values, BigInt) : Int32Array.from(values)
  // The tensor's constructor is overloaded by type; the array always fits the type given beside it.
  return array as BigInt64Array
}

/**
 * Keys or values of nothing: the batch axis comes first, fixed axes stay, and the one other symbolic axis is the
 * past's length, zero. With several symbolic axes the past's is the one that its name tells.
 */
function emptyCache(ort: Ort, { type, shape }: TensorMetadata): InputMaker | undefined {
  if (type !== 'float32' && type !== 'float16') return undefined
  const symbolic = shape.flatMap((size, axis) => (axis > 0 && typeof size === 'string' ? [axis] : []))
  const named = symbolic.filter(axis => /past|seq|length/i.test(shape[axis] as string))
  const [pastAxis, ...others] = symbolic.length === 1 ? symbolic : named
  if (pastAxis === undefined || others.length > 0 || symbolic.length > 1 || typeof shape[0] !== 'string')
    return undefined
  const empty = type === 'float32' ? new Float32Array() : new Uint16Array()
  return ({ rows }) => {
    const dims = shape.map((size, axis) =>
      axis === 0 ? rows.length : axis === pastAxis ? 0 : (size as number),
    )
    return new ort.Tensor(type as 'float32', empty as Float32Array, dims)
  }
}
