import { runCli } from '../../plugin/cli/run-cli.ts'

export interface Finished {
  code: number
  out: string
  error: string
}

/** Runs a command in this process, as `vitest-lm-eval ARGS` started in `cwd`. */
export async function runCommand(
  args: readonly string[],
  cwd: string = import.meta.dirname,
): Promise<Finished> {
  const finished = { code: 0, out: '', error: '' }
  finished.code = await runCli(args, {
    cwd,
    write: text => {
      finished.out += text
    },
    writeError: text => {
      finished.error += text
    },
  })
  return finished
}
