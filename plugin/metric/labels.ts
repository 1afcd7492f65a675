import { shownValue } from './shown-value.ts'

/** Gold labels and predictions as codes, in the order of the items. */
export interface LabelPairs {
  gold: Int32Array
  predicted: Int32Array
  /** The distinct labels over both, a code's label at its index. */
  labels: (number | string)[]
}

/**
 * Takes `[gold, prediction]` pairs apart for a classification metric.
 * @throws TypeError for values that are no pair of labels: lists, fractions, a mix of numbers and text
 */
export function readLabelPairs(items: readonly unknown[]): LabelPairs {
  if (items.length === 0) throw new TypeError('there are no values')
  const codes = new Map<number | string, number>()
  const gold = new Int32Array(items.length)
  const predicted = new Int32Array(items.length)
  const encode = (value: unknown): number => {
    const label = toLabel(value)
    const known = codes.get(label)
    if (known !== undefined) return known
    codes.set(label, codes.size)
    return codes.size - 1
  }
  for (const [index, item] of items.entries()) {
    if (!Array.isArray(item) || item.length !== 2) {
      throw new TypeError(`value ${index} is ${shownValue(item)}, not a pair of gold label and prediction`)
    }
    gold[index] = encode(item[0])
    predicted[index] = encode(item[1])
  }
  const labels = [...codes.keys()]
  if (new Set(labels.map(label => typeof label)).size > 1) {
    throw new TypeError('the labels are numbers as well as texts')
  }
  return { gold, predicted, labels }
}

function toLabel(value: unknown): number | string {
  if (typeof value === 'string') return value
  const number = typeof value === 'boolean' || value instanceof Number ? Number(value) : value
  if (typeof number === 'number' && Number.isInteger(number)) return number
  throw new TypeError(`a label is ${shownValue(value)}; labels must be whole numbers or texts`)
}
