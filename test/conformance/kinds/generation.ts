import { cutGeneration } from '../../../plugin/scorer/generation/cut-generation.ts'
import {
  normalizeGenerationKwargs,
  stopStrings,
} from '../../../plugin/scorer/generation/generation-settings.ts'
import { disjointWindow, rollingWindows } from '../../../plugin/scorer/tokens/rolling-windows.ts'
import { compareOrError } from '../runner/compare-or-error.ts'
import { type CheckCase, outcomeOf } from '../runner/outcome.ts'

/** What a model makes of a task's generation settings. */
export const checkNormalizeGenKwargs: CheckCase = ({ gen_kwargs: kwargs, eos, expected }) =>
  outcomeOf(
    compareOrError(expected, () => {
      const { settings, warnings } = normalizeGenerationKwargs(kwargs as Record<string, unknown>)
      return {
        normalized: settings,
        stop: stopStrings(settings, eos as string),
        warnings: warnings.map(({ code }) => code),
      }
    }),
  )

/** A generated text, cut at its stop strings. */
export const checkPostprocess: CheckCase = ({ generation, stop, think_end_token: think, expected }) =>
  outcomeOf(
    compareOrError(expected, () => ({
      text: cutGeneration(generation as string, stop as string[], (think ?? undefined) as string | undefined),
    })),
  )

/** Windows over the tokens of a long text. */
export const checkRolling: CheckCase = row =>
  outcomeOf(
    compareOrError(row.expected, () => {
      const windows = rollingWindows(
        row.tokens as number[],
        row.prefix_token as number,
        row.max_seq_len as number,
        row.context_len as number,
      )
      return {
        windows: windows.map(({ input, predicted }) => [input, predicted]),
        disjoint: windows.map(disjointWindow).map(({ context, continuation }) => [context, continuation]),
      }
    }),
  )
