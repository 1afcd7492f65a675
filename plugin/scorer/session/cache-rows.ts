import type { Tensor } from 'onnxruntime-node'
import { LmEvalError } from '../../errors.ts'
import type { CacheBuffers } from './cache-buffers.ts'
import type { CacheLayout } from './cache-layout.ts'
import type { CacheTensors, Past } from './model-inputs.ts'

/** A tensor's numbers, as far as they are copied. */
type Numbers = Float32Array

/** Rows of a run's cache that others go on from. */
export interface CachePart {
  cache: CacheTensors
  /** Places of what the run's rows went on from, before their own. */
  before: number
  rows: readonly KeptRow[]
}

export interface KeptRow {
  row: number
  /** Tokens that it went on from, at the first places. */
  past: number
  /** Its own tokens. */
  own: number
}

/**
 * One cache of rows of several runs: each row's tokens without gaps between them.
 * @param align where the tokens of shorter rows stand; what is beside them is anything
 */
export function poolCaches(
  parts: readonly CachePart[],
  { inputs, buffers }: CacheLayout,
  align: 'left' | 'right' = 'left',
): CacheTensors {
  const length = Math.max(...parts.flatMap(({ rows }) => rows.map(({ past, own }) => past + own)))
  return new Map(
    [...inputs].map(([name, { axis }]) => {
      const pieces = parts.flatMap(({ cache, before, rows }) =>
        rows.map(({ row, past, own }): Piece => {
          const ranges: Piece['ranges'] =
            past === before
              ? [[0, past + own]]
              : [
                  [0, past],
                  [before, own],
                ]
          return { tensor: cache.get(name) as Tensor, row, ranges }
        }),
      )
      return [name, copyRows(buffers, pieces, axis, length, align)]
    }),
  )
}

/** A cache tensor that holds rows of another. */
export function rowsOfCache(
  buffers: CacheBuffers,
  tensor: Tensor,
  rows: readonly number[],
  axis: number,
): Tensor {
  const isWhole = rows.length === tensor.dims[0] && rows.every((row, place) => row === place)
  const length = tensor.dims[axis] as number
  return isWhole ? tensor : copyRows(buffers, wholeRows(tensor, rows, length), axis, length)
}

function wholeRows(tensor: Tensor, rows: readonly number[], length: number): Piece[] {
  return rows.map(row => ({ tensor, row, ranges: [[0, length]] }))
}

/** What rows go on from, without what they do not: a source whose own rows they are, of their length. */
export function cutPast({ source, rows, length }: Past, { inputs, buffers }: CacheLayout): Past {
  const isWhole = [...inputs].every(([name, { axis }]) => source.get(name)?.dims[axis] === length)
  if (isWhole) return { source, rows, length }
  const part = [...inputs].map(([name, { axis }]): [string, Tensor] => {
    const tensor = source.get(name) as Tensor
    return [name, copyRows(buffers, wholeRows(tensor, rows, length), axis, length)]
  })
  return { source: new Map(part), rows: rows.map((_, row) => row), length }
}

/** A row, and its places that are wanted. */
interface Piece {
  tensor: Tensor
  row: number
  ranges: [first: number, count: number][]
}

function copyRows(
  buffers: CacheBuffers,
  pieces: readonly Piece[],
  axis: number,
  length: number,
  align: 'left' | 'right' = 'left',
): Tensor {
  const { dims, type } = (pieces[0] as Piece).tensor
  const product = (sizes: readonly number[]): number => sizes.reduce((a, b) => a * b, 1)
  const outer = product(dims.slice(1, axis))
  const inner = product(dims.slice(axis + 1))
  const sizes = dims.map((size, at) => (at === 0 ? pieces.length : at === axis ? length : size))
  const copy = buffers.take(type, sizes)
  const numbers = copy.data as Numbers
  for (const [index, { tensor, row, ranges }] of pieces.entries()) {
    const source = tensor.data as Numbers
    const all = tensor.dims[axis] as number
    const gap = align === 'left' ? 0 : length - ranges.reduce((sum, [, count]) => sum + count, 0)
    for (let part = 0; part < outer; part++) {
      let to = ((index * outer + part) * length + gap) * inner
      for (const [first, count] of ranges) {
        const from = ((row * outer + part) * all + first) * inner
        numbers.set(source.subarray(from, from + count * inner), to)
        to += count * inner
      }
    }
  }
  return copy
}

/** @throws LmEvalError MODEL for a cache with another number of rows than sequences went in */
export function checkRows(cache: CacheTensors, count: number): void {
  for (const { dims } of cache.values()) {
    if (dims[0] === count) continue
    throw new LmEvalError(
      `The model's key/value cache has ${dims[0]} rows after a run over ${count} sequences: set batchSize to 1, or export the model with a batch axis.`,
      { code: 'MODEL' },
    )
  }
}
