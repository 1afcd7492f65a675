import type { InferenceSession, Tensor } from 'onnxruntime-node'
import { LmEvalError } from '../../errors.ts'
import { sourceRows } from '../graph/cache-source.ts'
import { scoreNames } from '../graph/score-head.ts'
import type { CacheBuffers } from './cache-buffers.ts'
import { cacheInputOf } from './cache-input.ts'
import type { Ort } from './onnxruntime.ts'

type TensorMetadata = InferenceSession.TensorValueMetadata
type TypedArray = Int32Array | BigInt64Array

/** Keys and values, by the name of the cache input. */
export type CacheTensors = ReadonlyMap<string, Tensor>

/** What a run of the model is about. */
export interface Step {
  /** Tokens of each row, without those that it goes on from; shorter rows are padded on the right. */
  rows: readonly (readonly number[])[]
  /** Length of the longest row. */
  length: number
  /** What the rows go on from; undefined: they are all there is. */
  past?: Past | undefined
  /** Tokens whose logits are wanted. */
  places: readonly { row: number; place: number }[]
  /** What is to be scored: index of the place, token that may come after it. */
  targets: readonly { index: number; token: number }[]
}

/** Rows of an earlier run that this one's go on from. */
export interface Past {
  source: CacheTensors
  /** For each row the source's that it goes on from. */
  rows: readonly number[]
  /** Places of the source's rows, all of which are taken over. */
  length: number
  /**
   * For each row which of the places it goes on after: from the first to before the last one. Default: all of them. Only for a model
   * whose rows may start unequally.
   */
  held?: readonly (readonly [first: number, last: number])[] | undefined
}

export type InputMaker = (step: Step) => Tensor

/** Feeds for one run. */
export type MakeFeeds = (step: Step) => Record<string, Tensor>

/**
 * Finds out from a session's metadata how to feed it: token ids, attention mask, positions, an empty key/value cache,
 * the switches of merged decoders and of exports that compute fewer logits, and what was added to an edited graph.
 * @throws LmEvalError MODEL naming the inputs that are not known
 */
export function planInputs(
  ort: Pick<Ort, 'Tensor'>,
  metadata: readonly InferenceSession.ValueMetadata[],
  file: string,
  buffers?: CacheBuffers,
): MakeFeeds {
  const makers = new Map<string, InputMaker>()
  const unknown: string[] = []
  const scoresInGraph = metadata.some(({ name }) => name === scoreNames.rows)
  for (const input of metadata) {
    const maker = input.isTensor ? inputMaker(ort, input, scoresInGraph, buffers) : undefined
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
  return step => Object.fromEntries([...makers].map(([name, make]) => [name, make(step)]))
}

function inputMaker(
  ort: Pick<Ort, 'Tensor'>,
  input: TensorMetadata,
  scoresInGraph: boolean,
  buffers: CacheBuffers | undefined,
): InputMaker | undefined {
  const vector = (values: readonly number[], dims: number[] = [values.length]): Tensor =>
    new ort.Tensor(input.type as 'int64', integers(input.type, values), dims)
  switch (input.name) {
    case 'input_ids':
      return grid(ort, input, row => place => row[place] ?? 0)
    case 'attention_mask':
      return mask(ort, input)
    case 'position_ids':
      return grid(ort, input, (_, before) => place => before + place)
    case 'num_logits_to_keep':
    case 'logits_to_keep':
      return step =>
        vector([scoresInGraph ? step.length : lastWanted(step)], input.shape.length === 0 ? [] : [1])
    case 'use_cache_branch':
      return ({ past }) => new ort.Tensor('bool', [past !== undefined], [1])
    case scoreNames.rows:
      return ({ places, length }) =>
        vector(places.length === 0 ? [0] : places.map(({ row, place }) => row * length + place))
    case scoreNames.targets:
      return ({ targets }) =>
        vector(targets.length === 0 ? [0, 0] : targets.flatMap(({ index, token }) => [index, token]), [
          Math.max(1, targets.length),
          2,
        ])
    case sourceRows:
      return ({ rows, past }) => vector(past?.rows ?? rows.map(() => 0))
    default:
      return cacheInputOf(ort, buffers, input)
  }
}

/** Positions at the end whose logits are wanted, for models that can leave out the others. */
function lastWanted({ places, length }: Step): number {
  return length - Math.min(length - 1, ...places.map(({ place }) => place))
}

/** A [rows, length] tensor of integers, made from each row's tokens and the number of tokens before them. */
function grid(
  ort: Pick<Ort, 'Tensor'>,
  { type }: TensorMetadata,
  cells: (row: readonly number[], before: number) => (place: number) => number,
): InputMaker | undefined {
  if (type !== 'int64' && type !== 'int32') return undefined
  return ({ rows, length, past }) => {
    const values = rows.flatMap((row, index) => {
      const [first, last] = past?.held?.[index] ?? [0, past?.length ?? 0]
      const valueAt = cells(row, last - first)
      return Array.from({ length }, (_, place) => valueAt(place))
    })
    return new ort.Tensor(type as 'int64', integers(type, values), [rows.length, length])
  }
}

/** Ones over the tokens of past and rows, zeros over everything else. */
function mask(ort: Pick<Ort, 'Tensor'>, { type }: TensorMetadata): InputMaker | undefined {
  if (type !== 'int64' && type !== 'int32') return undefined
  return ({ rows, length, past }) => {
    const before = past?.length ?? 0
    const values = rows.flatMap((row, index) => {
      const cells = new Array<number>(before + length).fill(0)
      const [first, last] = past?.held?.[index] ?? [0, before]
      return cells.fill(1, first, last).fill(1, before, before + row.length)
    })
    return new ort.Tensor(type as 'int64', integers(type, values), [rows.length, before + length])
  }
}

function integers(type: string, values: readonly number[]): BigInt64Array {
  const array: TypedArray = type === 'int64' ? BigInt64Array.from(values, BigInt) : Int32Array.from(values)
  // The tensor's constructor is overloaded by type; the array always fits the type given beside it.
  return array as BigInt64Array
}
