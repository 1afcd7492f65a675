/** A pattern of Python's `re` that Python refuses, or that cannot be run here; the message says why. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
}

/** Whether a character (a code point) is meant. */
export type CharacterTest = (code: number) => boolean

/** A parsed pattern; flags are already applied to the nodes that they concern. */
export type Node =
  | { type: 'character'; test: CharacterTest }
  | { type: 'assertion'; holds: (text: ArrayLike<number>, at: number) => boolean }
  | { type: 'sequence'; items: Node[] }
  | { type: 'choice'; branches: Node[] }
  | { type: 'group'; index: number; body: Node }
  | { type: 'atomic'; body: Node }
  | { type: 'look'; behind: number | undefined; negated: boolean; body: Node }
  | { type: 'reference'; index: number; fold: ((code: number) => number) | undefined }
  | { type: 'conditional'; index: number; yes: Node; no: Node }
  | { type: 'repeat'; body: Node; min: number; max: number; mode: 'greedy' | 'lazy' | 'possessive' }

export interface ParsedPattern {
  root: Node
  /** Number of capturing groups. */
  groups: number
  /** Their numbers by their names. */
  names: ReadonlyMap<string, number>
}
