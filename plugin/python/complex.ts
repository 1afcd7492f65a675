import { floatRepr } from './number.ts'

/** A Python complex number, as `literalEval` may meet it. */
export class PyComplex {
  readonly real: number
  readonly imag: number

  constructor(real: number, imag: number) {
    this.real = real
    this.imag = imag
  }

  /** Python's repr: `(1+2j)`, or `2j` where the real part is zero. */
  toString(): string {
    const imag = part(this.imag)
    if (this.real === 0 && !Object.is(this.real, -0)) return `${imag}j`
    return `(${part(this.real)}${this.imag < 0 || Object.is(this.imag, -0) ? '' : '+'}${imag}j)`
  }
}

function part(value: number): string {
  return floatRepr(value).replace(/\.0$/, '')
}
