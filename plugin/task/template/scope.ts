/** The names of a block: set in it, or else in a block around it. */
export class Scope {
  readonly #values = new Map<string, unknown>()
  readonly #parent: Scope | undefined

  constructor(parent?: Scope) {
    this.#parent = parent
  }

  /** The value of a name, or undefined where no block has set it. */
  get(name: string): unknown {
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.#parent) {
      const value = scope.#values.get(name)
      if (value !== undefined) return value
    }
    return undefined
  }

  set(name: string, value: unknown): void {
    this.#values.set(name, value)
  }
}
