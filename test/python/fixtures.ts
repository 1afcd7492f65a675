import { readFileSync } from 'node:fs'

interface RandomRow {
  seed: string
  random: number[]
  bits: [number, number][]
  below: [number, number][]
  shuffle: number[]
  sample: [number, number, number[]][]
  choices: [number, number[]][]
  bootstrap: unknown[]
  weights: string[]
  randint: number[]
  randrange: number[]
  uniform: number
  choice: string[]
}

interface TextRow {
  text: string
  len: number
  isspace: boolean
  isdigit: boolean
  strip: string
  lstrip: string
  rstrip: string
  stripX: string
  lstripX: string
  rstripX: string
  lower: string
  upper: string
  splitlines: string[]
  splitlinesK: string[]
  split: [string | null, number, string[]][]
  rsplit: [string | null, number, string[]][]
  slice: [number | null, number | null, number | null, string][]
}

interface Recorded {
  random: RandomRow[]
  floats: [text: string, repr: string][]
  values: [string, string, string, string, string, string, string | null][]
  json: [text: string, repr: string][]
  jsonBad: string[]
  literal: [text: string, repr: string][]
  literalBad: [text: string, kind: string][]
  text: TextRow[]
  isdigit: [text: string, expected: boolean][]
  sorted: string[]
  spaces: number[]
}

/** Values recorded with CPython 3.11 (scripts are not kept: each row is an expression and what Python says to it). */
export const cpython: Recorded = JSON.parse(
  readFileSync(new URL('fixtures/cpython.json', import.meta.url), 'utf8'),
)
