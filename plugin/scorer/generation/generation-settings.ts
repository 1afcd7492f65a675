import { dictGet, dictKeys, isNumber, pyFloat, pyTruth } from '../../python/index.ts'
import type { TaskWarning } from '../../task/types.ts'
import { readFloat, readInteger } from './setting-number.ts'

/** Generation arguments with one spelling for each. */
export interface NormalizedSettings extends Record<string, unknown> {
  /** Stop strings as given, a single one as a list; an element that is no string is refused where it is used. */
  until: unknown[]
  max_gen_toks: number
  do_sample: unknown
}

/** Names of the largest number of tokens; the first that is given counts. */
const lengthNames = ['max_gen_toks', 'max_new_tokens', 'max_tokens', 'max_completion_tokens']

/**
 * A request's generation arguments as the Hugging Face backend uses them (task-spec.md, 12). Arguments that it does not
 * know itself are kept.
 * @param kwargs the request's `settings`
 * @param defaultLength tokens generated at most where `kwargs` name no number
 * @throws LmEvalError TASK_FIELD for a temperature or number of tokens that is none
 */
export function normalizeGenerationKwargs(
  kwargs: Readonly<Record<string, unknown>>,
  defaultLength = 256,
): { settings: NormalizedSettings; warnings: TaskWarning[] } {
  const warnings: TaskWarning[] = []
  const entries = new Map(dictKeys(kwargs).map(key => [String(key), dictGet(kwargs, key)]))
  const until = entries.has('until') ? entries.get('until') : []
  const lengths = lengthNames.filter(name => entries.get(name) !== undefined && entries.get(name) !== null)
  const [name] = lengths
  if (name !== undefined && lengths.length > 1) {
    warnings.push({
      code: 'multiple_max_tokens',
      message: `generation_kwargs has ${lengths.join(' and ')}: ${name} counts.`,
    })
  }
  const length = name === undefined ? defaultLength : readInteger(name, entries.get(name))
  for (const alias of lengthNames) entries.delete(alias)
  const given = entries.has('temperature')
  const temperature = given ? readFloat('temperature', entries.get('temperature')) : 0
  const sample = entries.get('do_sample')
  if (sample === undefined || sample === null) {
    entries.set('do_sample', temperature > 0)
  } else if (sample === false) {
    if (temperature !== 0) {
      warnings.push({
        code: 'temperature_zeroed',
        message: `generation_kwargs has temperature ${temperature} but do_sample: false: tokens are chosen greedily.`,
      })
    }
    entries.set('temperature', pyFloat(0))
  } else if (sample === true && temperature === 0) {
    warnings.push({
      code: 'temperature_zero_sampling',
      message:
        'generation_kwargs has do_sample: true but temperature 0: set a temperature above 0 to sample.',
    })
  }
  entries.set('until', Array.isArray(until) ? [...until] : [until])
  entries.set('max_gen_toks', length)
  return { settings: Object.fromEntries(entries) as NormalizedSettings, warnings }
}

/** Stop strings of normalized settings, with the end-of-text token last unless it is among them. */
export function stopStrings(
  { until }: Pick<NormalizedSettings, 'until'>,
  eos: string | undefined,
): unknown[] {
  return eos === undefined || until.includes(eos) ? [...until] : [...until, eos]
}

/**
 * The arguments that reach the generating function beside input, length and stop strings: a temperature is always
 * there, save for the plain greedy case.
 */
export function decodingArguments(settings: NormalizedSettings): Record<string, unknown> {
  const { until: _until, max_gen_toks: _length, max_length: _total, ...others } = settings
  const temperature = 'temperature' in others ? others.temperature : pyFloat(0)
  const { temperature: _given, ...rest } = others
  const isZero = (isNumber(temperature) || temperature === false) && Number(temperature) === 0
  return settings.do_sample === false && isZero ? rest : { ...rest, temperature }
}

/** Whether texts are drawn by lot; false for settings that cannot be read, which are refused where they are used. */
export function isSampled(kwargs: Readonly<Record<string, unknown>>): boolean {
  try {
    return pyTruth(normalizeGenerationKwargs(kwargs).settings.do_sample)
  } catch {
    return false
  }
}
