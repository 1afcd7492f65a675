import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LmEvalError } from '../../errors.ts'
import { suspectStore } from '../score-cache/suspect-store.ts'
import type { ProcessSpec } from './protocol.ts'

/** A running model process, seen from the broker. */
export interface ModelChild {
  address: string
  /** Resolves when it listens; rejects with LmEvalError MODEL_PROCESS when it ended before. */
  ready: Promise<void>
  /** How it ended, in words; resolves when it has. */
  ending: Promise<string>
  /** Ends it, at once if it is busy; resolves when it is gone. */
  stop(): Promise<void>
  /** Kills it without waiting, for the end of this process. */
  kill(): void
}

/** How long a process that was asked to end may take, in milliseconds. */
const patience = 500
/** Characters kept of what it wrote to stderr. */
const tailLength = 4_000

/** Forks the model process; it keeps neither the event loop nor the terminal. */
export function forkModelProcess(spec: ProcessSpec, address: string): ModelChild {
  const child = fork(serverProgram(), [address, JSON.stringify(spec)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
    // NODE_OPTIONS may hold a debugger or loader meant for the parent.
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-tailLength)
  })
  const ending = new Promise<string>(resolve => {
    child.once('close', (code, signal) => {
      if ('cache' in spec && spec.cache !== undefined && isCrash(code, signal))
        suspectStore(spec.cache.folder)
      resolve(describe(code, signal, tail))
    })
    child.once('error', error => resolve(`could not be started (${error.message})`))
  })
  const ready = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    ending.then(how => {
      reject(
        new LmEvalError(`The model process ${how}: the next request starts a new one.`, {
          code: 'MODEL_PROCESS',
        }),
      )
    })
  })
  ready.catch(() => {})
  release(child)
  return { address, ready, ending, stop: () => stop(child, ending), kill: () => child.kill('SIGKILL') }
}

function release(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  ;(child.stderr as unknown as { unref(): void } | null)?.unref()
}

async function stop(child: ChildProcess, ending: Promise<string>): Promise<void> {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), patience)
  child.ref()
  await ending
  clearTimeout(timer)
}

function describe(code: number | null, signal: NodeJS.Signals | null, tail: string): string {
  const how = signal === null ? `ended with exit code ${code}` : `was killed by ${signal}`
  const hint = signal === 'SIGKILL' ? 'perhaps for lack of memory' : undefined
  const reason = lastWords(tail) ?? hint
  return reason === undefined ? how : `${how} (${reason})`
}

/** Whether the process ended in native code: by a signal, or one of Windows' exception codes. */
function isCrash(code: number | null, signal: NodeJS.Signals | null): boolean {
  const crashes: (NodeJS.Signals | null)[] = ['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL']
  return crashes.includes(signal) || (code ?? 0) >= 0x80000000
}

/** The last line that says something: neither a stack frame nor Node's version under an uncaught error. */
function lastWords(tail: string): string | undefined {
  const lines = tail.split('\n').filter(line => line.trim() !== '' && !/^\s+at |^Node\.js v/.test(line))
  return lines.at(-1)?.trim()
}

/** The compiled program: Node 20 cannot run it from source, so a source checkout uses its build. */
function serverProgram(): string {
  const here = import.meta.url
  const relative = here.endsWith('.ts') ? '../../../dist/scorer/model-process/server.js' : './server.js'
  const file = fileURLToPath(new URL(relative, here))
  if (existsSync(file)) return file
  throw new LmEvalError(`The program of the model process is missing (${file}): run npm run build.`, {
    code: 'MODEL_PROCESS',
  })
}
