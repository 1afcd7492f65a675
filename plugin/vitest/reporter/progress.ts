import type { TestCase, TestModule } from 'vitest/node'
import { escapeText } from '../../report/escape.ts'
import '../suite/task-meta.ts'

interface Running {
  name: string
  total: number
  done: number
}

/** Milliseconds between two lines. */
const interval = 10_000

/**
 * A line now and then where no live summary shows that tests finish: standard output is no terminal. On a terminal Vitest's
 * own counter is the progress.
 */
export class Progress {
  readonly #print: (line: string) => void
  readonly #running = new Map<string, Running>()
  #timer: NodeJS.Timeout | undefined

  constructor(print: (line: string) => void) {
    this.#print = print
  }

  collected(module: TestModule): void {
    if (process.stdout.isTTY) return
    for (const suite of module.children.suites()) {
      const meta = suite.meta().lmEvalSuite
      if (meta === undefined) continue
      const total = [...suite.children.tests()].filter(test => test.options.mode === 'run').length
      if (total === 0) continue
      this.#running.set(module.id, { name: escapeText(meta.task), total, done: 0 })
      this.#print(
        ` … ${escapeText(meta.task)}: scoring, ${total} tests of ${meta.documents} documents and their gates`,
      )
    }
    if (this.#running.size > 0 && this.#timer === undefined) {
      this.#timer = setInterval(() => this.#report(), interval)
      this.#timer.unref()
    }
  }

  answered(test: TestCase): void {
    const running = this.#running.get(test.module.id)
    if (running !== undefined && test.result().state !== 'skipped') running.done += 1
  }

  ended(module: TestModule): void {
    this.#running.delete(module.id)
    if (this.#running.size === 0) this.stop()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#running.clear()
  }

  #report(): void {
    for (const { name, total, done } of this.#running.values()) {
      this.#print(` … ${name}: ${done} of ${total} tests`)
    }
  }
}
