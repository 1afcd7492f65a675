import { readSync } from 'node:fs'

/**
 * Called for each field of a message. `end` is the offset behind a length-delimited field, whose content may be read
 * with {@link ProtobufReader.message}, `text` or `varints` and is skipped otherwise; `value` is that of a varint.
 */
export type FieldVisitor = (field: number, end: number | undefined, value: number | undefined) => void

const windowSize = 16_384

/**
 * Reads protobuf messages from a file through a small window, so that a file of gigabytes costs a few reads.
 * A file that ends too early or has impossible fields is a RangeError.
 */
export class ProtobufReader {
  readonly #descriptor: number
  readonly #size: number
  readonly #window = Buffer.alloc(windowSize)
  #windowStart = 0
  #windowLength = 0
  #position = 0

  constructor(descriptor: number, size: number) {
    this.#descriptor = descriptor
    this.#size = size
  }

  /** Visits the fields from the present position up to `end` (default: the end of the file). */
  message(visit: FieldVisitor, end = this.#size): void {
    while (this.#position < end) {
      const tag = this.#varint()
      const field = Math.floor(tag / 8)
      const wireType = tag % 8
      if (field === 0) throw new RangeError('not protobuf')
      if (wireType === 0) visit(field, undefined, this.#varint())
      else if (wireType === 1) this.#position += 8
      else if (wireType === 5) this.#position += 4
      else if (wireType === 2) {
        const length = this.#varint()
        const fieldEnd = this.#position + length
        if (fieldEnd > end) throw new RangeError(`it ends ${fieldEnd - end} bytes too early`)
        visit(field, fieldEnd, undefined)
        this.#position = fieldEnd
      } else throw new RangeError('not protobuf')
    }
    if (this.#position > end) throw new RangeError('it ends too early')
  }

  /** Offset in the file of what is read next. */
  get position(): number {
    return this.#position
  }

  /** Bytes from the present position to `end`. */
  bytes(end: number): Buffer {
    const bytes = Buffer.alloc(end - this.#position)
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(this.#descriptor, bytes, at, bytes.length - at, this.#position + at)
      if (read === 0) throw new RangeError('it ends too early')
      at += read
    }
    this.#position = end
    return bytes
  }

  /** UTF-8 text from the present position to `end`. */
  text(end: number): string {
    return this.bytes(end).toString('utf8')
  }

  /** Packed varints from the present position to `end`. */
  varints(end: number): number[] {
    const values: number[] = []
    while (this.#position < end) values.push(this.#varint())
    return values
  }

  #varint(): number {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#byte()
      value += (byte & 127) * factor
      if (byte < 128) return value
      if (factor > 2 ** 63) throw new RangeError('not protobuf')
    }
  }

  #byte(): number {
    const place = this.#position - this.#windowStart
    if (place >= 0 && place < this.#windowLength) {
      this.#position += 1
      return this.#window[place] as number
    }
    this.#windowStart = this.#position
    this.#windowLength = readSync(this.#descriptor, this.#window, 0, windowSize, this.#position)
    if (this.#windowLength === 0) throw new RangeError('it ends too early')
    this.#position += 1
    return this.#window[0] as number
  }
}
