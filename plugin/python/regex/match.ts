import { type Node, type ParsedPattern, PatternError } from './syntax.ts'

/** Where a match and its groups begin and end, in code points; -1 for a group that took no part. */
export interface Match {
  start: number
  end: number
  groups: { start: number; end: number }[]
}

/** Goes on matching from a position and says whether the rest of the pattern fits. */
type Step = (at: number) => boolean

const stepLimit = 30_000_000

/**
 * A backtracking matcher with the rules of Python's `re`: groups keep their last text through repetitions, a reference to a
 * group without text fails, an empty repetition ends a loop.
 */
export class Matcher {
  readonly #run: Step
  readonly #starts: number[]
  readonly #ends: number[]
  readonly #opened: number[]
  readonly #counts: number[] = []
  readonly #lasts: number[] = []
  #text: ArrayLike<number> = []
  #end = 0
  #forbiddenEnd = -1
  #steps = 0
  readonly #source: string

  /** @param source for messages */
  constructor({ root, groups }: ParsedPattern, source: string) {
    this.#source = source
    this.#starts = new Array(groups + 1).fill(-1)
    this.#ends = new Array(groups + 1).fill(-1)
    this.#opened = new Array(groups + 1).fill(-1)
    this.#run = this.#compile(root, at => {
      this.#end = at
      return at !== this.#forbiddenEnd
    })
  }

  /**
   * Every match, from left to right; an empty one may follow a match, but not an empty match at the same place.
   * @throws PatternError for a pattern that tries too many ways
   */
  all(text: ArrayLike<number>): Match[] {
    this.#text = text
    this.#steps = 0
    const found: Match[] = []
    let from = 0
    this.#forbiddenEnd = -1
    try {
      for (let at = from; at <= text.length; ) {
        this.#starts.fill(-1)
        this.#ends.fill(-1)
        if (!this.#run(at)) {
          this.#forbiddenEnd = -1
          at += 1
          continue
        }
        const groups = this.#starts
          .slice(1)
          .map((start, index) => ({ start, end: this.#ends[index + 1] as number }))
        found.push({ start: at, end: this.#end, groups })
        from = this.#end
        this.#forbiddenEnd = from === at ? from : -1
        at = from
      }
    } catch (error) {
      if (error instanceof RangeError)
        throw new PatternError(`the pattern ${this.#source} nests too deeply on this text`)
      throw error
    }
    return found
  }

  #count(): void {
    this.#steps += 1
    if (this.#steps > stepLimit) {
      throw new PatternError(`the pattern ${this.#source} takes too long: it tries too many ways`)
    }
  }

  #compile(node: Node, next: Step): Step {
    switch (node.type) {
      case 'character':
        return at => at < this.#text.length && node.test(this.#text[at] as number) && next(at + 1)
      case 'assertion':
        return at => node.holds(this.#text, at) && next(at)
      case 'sequence':
        return node.items.reduceRight((rest, item) => this.#compile(item, rest), next)
      case 'choice':
        return this.#choice(node.branches.map(branch => this.#compile(branch, next)))
      case 'group':
        return this.#group(node.index, node.body, next)
      case 'atomic':
        return this.#atomic(node.body, next)
      case 'look':
        return this.#look(node, next)
      case 'reference':
        return this.#reference(node, next)
      case 'conditional': {
        const yes = this.#compile(node.yes, next)
        const no = this.#compile(node.no, next)
        return at => ((this.#ends[node.index] as number) >= 0 ? yes(at) : no(at))
      }
      case 'repeat':
        if (node.mode === 'possessive') {
          return this.#atomic({ ...node, mode: 'greedy' }, next)
        }
        return node.body.type === 'character' ? this.#repeatCharacter(node, next) : this.#repeat(node, next)
    }
  }

  #choice(branches: readonly Step[]): Step {
    return at => {
      this.#count()
      for (const branch of branches) if (branch(at)) return true
      return false
    }
  }

  #group(index: number, body: Node, next: Step): Step {
    const close: Step = at => {
      const [start, end] = [this.#starts[index] as number, this.#ends[index] as number]
      this.#starts[index] = this.#opened[index] as number
      this.#ends[index] = at
      if (next(at)) return true
      this.#starts[index] = start
      this.#ends[index] = end
      return false
    }
    const run = this.#compile(body, close)
    return at => {
      const opened = this.#opened[index] as number
      this.#opened[index] = at
      if (run(at)) return true
      this.#opened[index] = opened
      return false
    }
  }

  /** Runs something on its own and forgets other ways through it. */
  #alone(body: Node): (at: number) => number {
    let end = -1
    const run = this.#compile(body, at => {
      end = at
      return true
    })
    return at => (run(at) ? end : -1)
  }

  #atomic(body: Node, next: Step): Step {
    const run = this.#alone(body)
    return at => {
      const [starts, ends] = [[...this.#starts], [...this.#ends]]
      const end = run(at)
      if (end >= 0 && next(end)) return true
      this.#restore(starts, ends)
      return false
    }
  }

  #look({ behind, negated, body }: Node & { type: 'look' }, next: Step): Step {
    const run = this.#alone(body)
    return at => {
      const [starts, ends] = [[...this.#starts], [...this.#ends]]
      const from = at - (behind ?? 0)
      const holds = from >= 0 && run(from) >= 0
      if (negated) this.#restore(starts, ends)
      if (holds !== negated && next(at)) return true
      this.#restore(starts, ends)
      return false
    }
  }

  #restore(starts: readonly number[], ends: readonly number[]): void {
    for (const [index, start] of starts.entries()) {
      this.#starts[index] = start
      this.#ends[index] = ends[index] as number
    }
  }

  #reference({ index, fold }: Node & { type: 'reference' }, next: Step): Step {
    const same = (a: number, b: number): boolean => a === b || (fold !== undefined && fold(a) === fold(b))
    return at => {
      const [start, end] = [this.#starts[index] as number, this.#ends[index] as number]
      if (end < 0 || at + end - start > this.#text.length) return false
      for (let offset = 0; offset < end - start; offset++) {
        if (!same(this.#text[start + offset] as number, this.#text[at + offset] as number)) return false
      }
      return next(at + end - start)
    }
  }

  #repeatCharacter({ body, min, max, mode }: Node & { type: 'repeat' }, next: Step): Step {
    const { test } = body as Node & { type: 'character' }
    if (mode === 'lazy') {
      return at => {
        for (let count = 0; count <= max; count++) {
          if (count >= min) {
            this.#count()
            if (next(at + count)) return true
          }
          const here = at + count
          if (here >= this.#text.length || !test(this.#text[here] as number)) return false
        }
        return false
      }
    }
    return at => {
      const text = this.#text
      const most = Math.min(max, text.length - at)
      let count = 0
      while (count < most && test(text[at + count] as number)) count += 1
      this.#steps += count
      for (; count >= min; count--) {
        this.#count()
        if (next(at + count)) return true
      }
      return false
    }
  }

  #repeat({ body, min, max, mode }: Node & { type: 'repeat' }, next: Step): Step {
    const id = this.#counts.push(0) - 1
    this.#lasts.push(-1)
    const again: Step = at => {
      const [count, last] = [this.#counts[id] as number, this.#lasts[id] as number]
      this.#counts[id] = count + 1
      this.#lasts[id] = at
      if (run(at)) return true
      this.#counts[id] = count
      this.#lasts[id] = last
      return false
    }
    const leave: Step = at => {
      const [count, last] = [this.#counts[id] as number, this.#lasts[id] as number]
      if (next(at)) return true
      this.#counts[id] = count
      this.#lasts[id] = last
      return false
    }
    const loop: Step = at => {
      this.#count()
      const count = this.#counts[id] as number
      if (count < min) return again(at)
      const more = count < max && at !== this.#lasts[id]
      if (mode === 'lazy') return leave(at) || (more && again(at))
      return (more && again(at)) || leave(at)
    }
    const run = this.#compile(body, loop)
    return at => {
      const [count, last] = [this.#counts[id] as number, this.#lasts[id] as number]
      this.#counts[id] = 0
      this.#lasts[id] = -1
      if (loop(at)) return true
      this.#counts[id] = count
      this.#lasts[id] = last
      return false
    }
  }
}
