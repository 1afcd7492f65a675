import { LmEvalError } from '../errors.ts'

/** What ONNX Runtime, its providers and JavaScript say when there is no memory left. */
const words =
  /bad_alloc|bad allocation|fail\w* to allocate|allocation failed|out of memory|available memory of/i

/** Whether a run failed for want of memory: a smaller one may not. */
export function isOutOfMemory(error: unknown): boolean {
  const reason = error instanceof LmEvalError ? error.reason : error
  return reason instanceof Error && words.test(reason.message)
}
