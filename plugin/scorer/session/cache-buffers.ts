import type { Tensor } from 'onnxruntime-node'
import type { CacheTensors } from './model-inputs.ts'
import type { Ort } from './onnxruntime.ts'

type Numbers = Float32Array | Uint16Array

/** Sizes are multiples of it, in bytes. */
const granule = 2 ** 14
/** A buffer may be larger than what is asked for by this factor. */
const slack = 1.5
/** What is kept for later at most, in bytes. */
const keptAtMost = 2 ** 26

/**
 * Memory for key/value caches, used again: JavaScript alone would free it too late, since it does not see how large it is.
 */
export class CacheBuffers {
  readonly #ort: Pick<Ort, 'Tensor'>
  /** Given back longest ago first. */
  readonly #free: ArrayBuffer[] = []
  #freeBytes = 0
  readonly #inUse = new WeakSet<ArrayBuffer>()

  constructor(ort: Pick<Ort, 'Tensor'>) {
    this.#ort = ort
  }

  /** A tensor with anything in it. */
  take(type: string, dims: readonly number[]): Tensor {
    const count = dims.reduce((product, size) => product * size, 1)
    const bytes = count * (type === 'float16' ? 2 : 4)
    const buffer = this.#takeFree(bytes) ?? new ArrayBuffer(Math.ceil(bytes / granule) * granule)
    this.#inUse.add(buffer)
    const numbers: Numbers =
      type === 'float16' ? new Uint16Array(buffer, 0, count) : new Float32Array(buffer, 0, count)
    return new this.#ort.Tensor(type as 'float32', numbers as Float32Array, dims)
  }

  /** Gives the memory of what was taken back; the tensors must not be used any more. */
  release(cache: CacheTensors | undefined): void {
    for (const tensor of cache?.values() ?? []) {
      const { buffer } = tensor.data as Numbers
      if (buffer instanceof ArrayBuffer && this.#inUse.delete(buffer)) this.#keep(buffer)
    }
  }

  /** The smallest free buffer that is large enough, if it is not much larger. */
  #takeFree(bytes: number): ArrayBuffer | undefined {
    let best = -1
    for (const [index, { byteLength }] of this.#free.entries()) {
      if (byteLength < bytes || byteLength > Math.max(granule, bytes * slack)) continue
      if (best < 0 || byteLength < (this.#free[best] as ArrayBuffer).byteLength) best = index
    }
    const [found] = best < 0 ? [] : this.#free.splice(best, 1)
    this.#freeBytes -= found?.byteLength ?? 0
    return found
  }

  #keep(buffer: ArrayBuffer): void {
    this.#free.push(buffer)
    this.#freeBytes += buffer.byteLength
    while (this.#freeBytes > keptAtMost) this.#freeBytes -= this.#free.shift()?.byteLength ?? 0
  }
}
