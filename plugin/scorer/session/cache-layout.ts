import { halfFloatType, type OnnxGraph } from '../graph/onnx-graph.ts'
import { CacheBuffers } from './cache-buffers.ts'
import { cacheAxis } from './cache-input.ts'
import { findCacheNames } from './cache-names.ts'
import type { Ort } from './onnxruntime.ts'

/** The key/value cache of a model. */
export interface CacheLayout {
  /** By the names of the inputs. */
  inputs: ReadonlyMap<string, CacheEntry>
  /** Memory for what the runs give. */
  buffers: CacheBuffers
  /** Whether outputs have the sizes that inputs of as many rows and tokens would have; undefined before the first run. */
  isRegular?: boolean
}

export interface CacheEntry {
  /** Output that becomes this input at the next step. */
  output: string
  type: 'float32' | 'float16'
  /** Sizes; 0 for those of the batch and of the tokens. */
  dims: readonly number[]
  /** Axis of the tokens. */
  axis: number
}

/** Finds out what a model keeps; undefined for one that keeps nothing, or does not give all of it back. */
export function cacheLayout(
  ort: Pick<Ort, 'Tensor'>,
  { inputs, outputs }: OnnxGraph,
): CacheLayout | undefined {
  const names = findCacheNames(
    inputs.map(({ name }) => name),
    outputs.map(({ name }) => name),
  )
  if (names === undefined) return undefined
  const entries = [...names].map(([name, output]): [string, CacheEntry] | undefined => {
    const input = inputs.find(one => one.name === name)
    const axis = input?.dims && cacheAxis(input.dims)
    if (input?.dims === undefined || axis === undefined) return undefined
    const dims = input.dims.map((size, at) => (at === 0 || at === axis ? 0 : Number(size)))
    return [name, { output, type: input.type === halfFloatType ? 'float16' : 'float32', dims, axis }]
  })
  const known = entries.filter(entry => entry !== undefined)
  if (known.length < entries.length) return undefined
  return { inputs: new Map(known), buffers: new CacheBuffers(ort) }
}

/** Bytes that one token of one row takes; 0 for a model without a cache. */
export function bytesOfToken(layout: CacheLayout | undefined): number {
  return [...(layout?.inputs.values() ?? [])].reduce((sum, { type, dims }) => {
    const numbers = dims.reduce((product, size) => product * Math.max(1, size), 1)
    return sum + numbers * (type === 'float16' ? 2 : 4)
  }, 0)
}
