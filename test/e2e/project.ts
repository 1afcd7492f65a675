import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { inject, onTestFinished } from 'vitest'
import { repository, vitestModules } from './workspace.ts'

export interface Finished {
  code: number | null
  /** Standard output and standard error as they came, without colours. */
  output: string
  seconds: number
}

/** A repository of a user of this package, in a folder of its own, removed when the test ends. */
export class Project {
  readonly folder: string

  constructor(files: Record<string, string>, workspace = inject('workspace')) {
    this.folder = mkdtempSync(join(workspace, 'project-'))
    const manifest = { 'package.json': '{ "private": true, "type": "module" }\n' }
    for (const [name, text] of Object.entries({ ...manifest, ...files })) this.write(name, text)
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }))
  }

  write(name: string, text: string): void {
    const file = this.path(name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  /** Runs the real Vitest command line and waits for its end. */
  async vitest(args: string[], env: Record<string, string> = {}): Promise<Finished> {
    const started = performance.now()
    const running = this.start(args, env)
    const code = await running.ended
    return { code, output: running.output(), seconds: (performance.now() - started) / 1000 }
  }

  /** Runs the package's own command line to its end. */
  async cli(args: string[], env: Record<string, string> = {}): Promise<Finished> {
    const started = performance.now()
    const running = this.#node([join(repository, 'dist/cli/main.js'), ...args], env)
    const code = await running.ended
    return { code, output: running.output(), seconds: (performance.now() - started) / 1000 }
  }

  /** Starts the real Vitest command line. */
  start(args: string[], env: Record<string, string> = {}): Running {
    return this.#node([join(vitestModules, 'vitest', 'vitest.mjs'), ...args], env)
  }

  #node(args: string[], env: Record<string, string> = {}): Running {
    return new Running(
      spawn(process.env.TEST_NODE ?? process.execPath, args, {
        cwd: this.folder,
        // Answers of an earlier run must not make a test pass; a test of the cache sets the variable itself.
        env: { ...cleanEnvironment(), NO_COLOR: '1', VITEST_LM_EVAL_CACHE: 'off', ...env },
        stdio: ['pipe', 'pipe', 'pipe'],
      }),
    )
  }
}

/** A command that is still running. */
export class Running {
  readonly process: ChildProcess
  readonly ended: Promise<number | null>
  #output = ''

  constructor(process: ChildProcess) {
    this.process = process
    const take = (data: Buffer): void => {
      this.#output += stripVTControlCharacters(data.toString())
    }
    process.stdout?.on('data', take)
    process.stderr?.on('data', take)
    this.ended = new Promise(resolve => process.on('close', resolve))
    onTestFinished(() => {
      process.kill('SIGKILL')
    })
  }

  output(): string {
    return this.#output
  }

  /** Forgets what was printed so far, so that the next `printed` waits for something new. */
  clear(): void {
    this.#output = ''
  }

  /** Waits until the text is printed. */
  async printed(text: string | RegExp, seconds = 30): Promise<void> {
    const deadline = performance.now() + seconds * 1000
    while (!(typeof text === 'string' ? this.#output.includes(text) : text.test(this.#output))) {
      if (performance.now() > deadline)
        throw new Error(`not printed in ${seconds} s: ${text}\n${this.#output}`)
      await new Promise(resolve => setTimeout(resolve, 25))
    }
  }
}

/** The environment without what this test run's own Vitest, a CI provider or a colour preference put there. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(?:CI|GITHUB_.*|VITEST.*|NODE_ENV|NODE_OPTIONS|FORCE_COLOR|TEST|DEV|PROD|MODE|SSR|BASE_URL|npm_.*)$/u.test(
        name,
      ),
  )
  return Object.fromEntries(kept)
}

/** A vitest.config.ts with the plugin. */
export function config(options: string, rest = ''): string {
  return `import { defineConfig } from 'vitest/config'
import { lmEval } from 'vitest-lm-eval'

export default defineConfig({ plugins: [lmEval(${options})]${rest === '' ? '' : `, ${rest}`} })
`
}

/** A small multiple-choice task over rows of its own: question, choices a and b, label. */
export function smallTask(name = 'colours', rows = 'rows.jsonl'): string {
  return `task: ${name}
dataset_path: json
dataset_kwargs:
  data_files:
    test: ${rows}
test_split: test
output_type: multiple_choice
doc_to_text: "Question: {{question}}\\nAnswer:"
doc_to_target: label
doc_to_choice: ["red", "blue"]
metric_list:
  - metric: acc
    aggregation: mean
    higher_is_better: true
metadata:
  version: 1.0
`
}

/** Rows for {@link smallTask}. */
export function smallRows(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => ({
    question: `What is the colour of thing ${index}?`,
    label: index % 2,
  }))
  return `${rows.map(row => JSON.stringify(row)).join('\n')}\n`
}
