import { expect } from 'vitest'
import { LmEvalError } from '../../plugin/errors.ts'

/** The LmEvalError that an action throws or rejects with; fails where there is none. */
export async function caught(action: () => unknown): Promise<LmEvalError> {
  try {
    await action()
  } catch (error) {
    expect(error).toBeInstanceOf(LmEvalError)
    return error as LmEvalError
  }
  throw new Error('nothing was thrown')
}
