import { dictGet, dictHas, dictKeys, isDict, isInt, pyStr, pyTruth, strip } from '../python/index.ts'
import type { MetricConfig } from '../task/types.ts'
import { exactMatch } from './exact-match.ts'
import { members } from './filter/members.ts'
import { shownValue } from './shown-value.ts'
import { isEncoderFigure } from './text/encoder-figure.ts'
import type { MetricValues } from './types.ts'

/** One generated document as it is judged. */
export interface Generation {
  /** What the filters made of the model's text: a text, unless a filter gives something else. */
  result: unknown
  /** What doc_to_target gave. */
  target: unknown
  choices: readonly string[] | undefined
  /** Document 0's target is a list: a document is right if one of its targets is met. */
  multipleTarget: boolean
}

export interface GenerationJudgement {
  values: MetricValues
  /** Metric behind each value that a function's mapping named. */
  sources: Record<string, string>
}

/**
 * Values of a generate_until document for each metric, in the order of `metric_list` (metrics-spec.md, 1.5). A user's
 * function is called as `metric([gold, prediction], { references, predictions, ...options })`; a mapping that it returns is
 * spread into metrics of its own.
 * @throws TypeError or RangeError where gold and prediction do not suit a metric
 */
export function judgeGeneration(
  generation: Generation,
  metrics: ReadonlyMap<string, MetricConfig>,
): GenerationJudgement {
  const values: MetricValues = {}
  const sources: Record<string, string> = {}
  const gold = resolveGold(generation, metrics.has('bypass'))
  let result = generation.result
  for (const [name, config] of metrics) {
    if (generation.multipleTarget) {
      const golds = Array.isArray(gold) ? gold : [gold]
      if (name === 'exact_match') {
        // The harness overwrites the prediction here, and the metrics after this one get the list.
        const repeated = golds.map(() => result)
        result = repeated
        setValue(values, name, Number(exactMatch(golds, repeated, config.options) > 0))
      } else setValue(values, name, anyRight(name, config, golds, result))
      continue
    }
    const score = callMetric(config, gold, result)
    if (!isDict(score)) setValue(values, name, score)
    else
      for (const key of dictKeys(score).map(String)) {
        setValue(values, key, dictGet(score, key))
        if (key !== name) sources[key] = name
      }
  }
  return { values, sources }
}

function setValue(values: MetricValues, name: string, value: unknown): void {
  // A value that is missing would look like a metric of fewer documents once it has been through JSON.
  if (value === undefined)
    throw new TypeError(`the metric ${name} is undefined; the function must return its value`)
  if (value instanceof Promise) {
    value.catch(() => {})
    throw new TypeError(`the metric ${name} is a promise; the function must return its value at once`)
  }
  values[name] = value
}

function resolveGold({ target, choices, multipleTarget, result }: Generation, bypass: boolean): unknown {
  if (choices !== undefined) return choiceAt(choices, target)
  if (multipleTarget) return [...members(target)]
  if (bypass || Array.isArray(result) || typeOf(target) === typeOf(result)) return target
  return convert(target, result)
}

function choiceAt(choices: readonly string[], target: unknown): string {
  if (!isInt(target) && typeof target !== 'boolean') {
    throw new TypeError(
      `the target is ${shownValue(target)}; with doc_to_choice it must be the index of a choice`,
    )
  }
  const choice = choices.at(Number(target))
  if (choice !== undefined) return choice
  throw new RangeError(`the target ${Number(target)} is out of range (there are ${choices.length} choices)`)
}

/** Python's name for a value's type, as far as a filter can give one. */
function typeOf(value: unknown): string {
  if (typeof value === 'string') return 'str'
  if (typeof value === 'boolean') return 'bool'
  if (isInt(value)) return 'int'
  return typeof value === 'number' || value instanceof Number ? 'float' : 'other'
}

/** The target in the type of the answer: its Python text for a text. */
function convert(target: unknown, result: unknown): unknown {
  const type = typeOf(result)
  if (type === 'str') return pyStr(target)
  if (type === 'bool') return pyTruth(target)
  const text = typeof target === 'string' ? strip(target) : target
  const number = Number(text)
  const whole = /^[+-]?[0-9]+$/u
  if (type === 'int' && (typeof text === 'string' ? whole.test(text) : Number.isFinite(number)))
    return Math.trunc(number)
  if (type === 'float' && text !== '' && !Number.isNaN(number)) return number
  throw new TypeError(
    `the target ${shownValue(target)} cannot be compared with the answer ${shownValue(result)}`,
  )
}

function callMetric({ metric, options }: MetricConfig, gold: unknown, result: unknown): unknown {
  if (typeof metric === 'function') {
    const { hf_evaluate: _, ...others } = options
    return metric([gold, result], { ...others, references: [gold], predictions: [result] })
  }
  if (metric === 'exact_match') return exactMatch([gold], [result], options)
  // All others of the registry hand their items on to the aggregation.
  return metric === 'bypass' ? null : [gold, result]
}

function anyRight(name: string, config: MetricConfig, golds: readonly unknown[], result: unknown): number {
  const scores = golds.map(gold => {
    const score = callMetric(config, gold, result)
    if (score instanceof Promise) return score
    if (!isDict(score)) return score
    if (!dictHas(score, name))
      throw new TypeError(`the metric ${name} returned ${shownValue(score)}, without ${name}`)
    return dictGet(score, name)
  })
  if (scores.some(isEncoderFigure)) {
    throw new TypeError(
      `the metric ${name} is computed by an encoder, which a task with several targets cannot use`,
    )
  }
  const promise = scores.find(score => score instanceof Promise)
  if (promise !== undefined) return promise as never
  return Number(scores.some(pyTruth))
}
