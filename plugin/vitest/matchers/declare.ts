import type {} from 'vitest'
import type { LmEvalMatchers } from './types.ts'

// Without type parameters on purpose: Vitest 4 and 5 give Matchers different ones, and this form compiles on both.
declare module 'vitest' {
  interface Matchers extends LmEvalMatchers<void> {}
}
