#!/usr/bin/env node
import { runCli } from './run-cli.ts'

// A reader such as `head` may close the pipe early.
process.stdout.on('error', error => {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
})
process.exitCode = await runCli(process.argv.slice(2), {
  cwd: process.cwd(),
  write: text => process.stdout.write(text),
  writeError: text => process.stderr.write(text),
})
