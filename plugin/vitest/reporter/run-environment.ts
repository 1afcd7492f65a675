import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Machine and software, for a results file. */
export function environmentText(vitest: string): string {
  return [
    `Node.js: ${process.version}`,
    `Vitest: ${vitest}`,
    `onnxruntime-node: ${runtimeVersion() ?? 'not installed'}`,
    `Platform: ${process.platform} ${process.arch}`,
  ].join('\n')
}

function runtimeVersion(): string | undefined {
  try {
    const file = createRequire(import.meta.url).resolve('onnxruntime-node/package.json')
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
  } catch {
    return undefined
  }
}

/** The commit of a folder as `git describe --always` has it; null outside of a repository. */
export function gitDescription(folder: string): string | null {
  try {
    return execFileSync('git', ['describe', '--always'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trimEnd()
  } catch {
    return null
  }
}
