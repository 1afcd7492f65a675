// Runs test/conformance/run.ts, which Node before 22.18 cannot run by itself.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const { pathname } = new URL('../test/conformance/run.ts', import.meta.url)
process.argv.splice(2, 0, '--')
await runnerImport(fileURLToPath(new URL(`file://${pathname}`)), { logLevel: 'error' })
