import type { InferenceSession, Tensor } from 'onnxruntime-node'
import { sourceOf } from '../graph/cache-source.ts'
import type { CacheBuffers } from './cache-buffers.ts'
import { rowsOfCache } from './cache-rows.ts'
import type { InputMaker } from './model-inputs.ts'
import type { Ort } from './onnxruntime.ts'

type Shape = readonly (number | string)[]

/**
 * Axis of a cache input's tokens: the batch comes first, fixed axes stay, and the one other symbolic axis is the past's
 * length. With several symbolic axes the past's is the one that its name tells.
 * @returns undefined where that does not describe it
 */
export function cacheAxis(shape: Shape): number | undefined {
  const symbolic = shape.flatMap((size, axis) => (axis > 0 && typeof size === 'string' ? [axis] : []))
  const named = symbolic.filter(axis => /past|seq|length/i.test(shape[axis] as string))
  const [axis, ...others] = symbolic.length === 1 ? symbolic : named
  return others.length > 0 || symbolic.length > 1 || typeof shape[0] !== 'string' ? undefined : axis
}

/** How to feed keys or values of the past, or a source of them; undefined for an input that is neither. */
export function cacheInputOf(
  ort: Pick<Ort, 'Tensor'>,
  buffers: CacheBuffers | undefined,
  { name, type, shape }: InferenceSession.TensorValueMetadata,
): InputMaker | undefined {
  const isSource = name.startsWith(sourceOf(''))
  const own = isSource ? name.slice(sourceOf('').length) : name
  if (!own.startsWith('past') || (type !== 'float32' && type !== 'float16')) return undefined
  const axis = cacheAxis(shape)
  if (axis === undefined) return undefined
  const nothing = type === 'float32' ? new Float32Array() : new Uint16Array()
  const empty = (rows: number): Tensor => {
    const dims = shape.map((size, place) => (place === 0 ? rows : place === axis ? 0 : (size as number)))
    return new ort.Tensor(type as 'float32', nothing as Float32Array, dims)
  }
  return ({ rows, past }) => {
    if (past === undefined) return empty(isSource ? 1 : rows.length)
    const source = past.source.get(own) as Tensor
    return isSource || buffers === undefined ? source : rowsOfCache(buffers, source, past.rows, axis)
  }
}
