import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { lmEval } from 'vitest-lm-eval'

// MC-TACO's rows may not be shipped; where they lie beside the clone, its version-0 gate runs as well.
const mcTacoRows = '../shared/data/mc_taco-test.jsonl'

export default defineConfig({
  plugins: [
    // No cache: this project's own code changes between two runs, and must give the figures itself.
    lmEval({ tasks: ['wsc273'], cache: false }),
    lmEval({
      name: 'version-0',
      model: 'dummy',
      tasks: ['test/v0/wsc273.yaml', ...(existsSync(mcTacoRows) ? ['test/v0/mc_taco.yaml'] : [])],
      datasets: { mc_taco: { test: mcTacoRows } },
    }),
  ],
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['test/e2e/global-setup.ts'],
    testTimeout: 60_000,
  },
})
