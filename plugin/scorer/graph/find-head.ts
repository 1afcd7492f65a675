import type { GraphValues } from './graph-values.ts'
import type { GraphNode } from './onnx-graph.ts'

/** The LM head of a graph: the product that turns hidden states into logits. */
export interface Head {
  node: GraphNode
  /** Operators between the head and the logits that only change the shape: with one row for each wanted token they must go. */
  reshapes: GraphNode[]
  /** Names of the values from the head's to the logits. */
  values: string[]
}

/** Products whose first input is the hidden states and whose result has a row for each of its rows. */
const products = new Set([
  'MatMul',
  'Gemm',
  'MatMulInteger',
  'com.microsoft.MatMulNBits',
  'com.microsoft.FusedMatMul',
  'com.microsoft.MatMulIntegerToFloat',
  'com.microsoft.MatMulBnb4',
  'com.microsoft.MatMulFpQ4',
])
/** Operators on single numbers: they take any number of rows. */
const onNumbers = new Set(['Cast', 'Identity', 'Tanh', 'Clip', 'Sigmoid', 'Neg', 'Softcap'])
const withConstant = new Set(['Mul', 'Div', 'Add', 'Sub', 'Min', 'Max', 'Pow'])
const shapeOnly = new Set(['Reshape', 'Squeeze', 'Unsqueeze'])

/**
 * Looks for the head backwards from the logits, through what may stand behind it: casts, bias, scaling, soft-capping.
 * @returns the head, or why the graph cannot be edited
 */
export function findHead(values: GraphValues, logits: string): Head | string {
  const reshapes: GraphNode[] = []
  const names = [logits]
  for (;;) {
    const name = names.at(-1) as string
    const node = values.producer(name)
    if (node === undefined) return `${name} is made by no operator`
    if (values.uses(name) > 1) return `${name} is used for something else too`
    const operator = node.domain === '' ? node.operator : `${node.domain}.${node.operator}`
    if (products.has(operator)) {
      return isPlain(node) ? { node, reshapes, values: names } : `${operator} turns the hidden states around`
    }
    if (shapeOnly.has(operator)) reshapes.push(node)
    const next =
      onNumbers.has(operator) || shapeOnly.has(operator) ? node.inputs[0] : variable(values, node, operator)
    if (next === undefined) return `the logits come from ${operator}`
    names.push(next)
  }
}

/** Whether rows of the first input are rows of the result. */
function isPlain({ integers }: GraphNode): boolean {
  return (integers.get('transA') ?? 0) === 0
}

/** The one input of a binary operator that depends on the rows. */
function variable(values: GraphValues, node: GraphNode, operator: string): string | undefined {
  if (!withConstant.has(operator) || node.inputs.length !== 2) return undefined
  const [left, right] = node.inputs as [string, string]
  if (isRowFree(values, right)) return left
  return isRowFree(values, left) ? right : undefined
}

/**
 * Whether a value is the same for all rows: a scalar or one number for each entry of the vocabulary, or the scale of a dynamic
 * quantisation, which is one number for all rows together.
 */
function isRowFree(values: GraphValues, name: string): boolean {
  const weights = values.initializer(name)
  if (weights !== undefined) return weights.dims.slice(0, -1).every(size => size === 1)
  const node = values.producer(name)
  if (node === undefined) return false
  if (node.operator === 'Constant') return true
  if (node.operator === 'DynamicQuantizeLinear') return name !== node.outputs[0]
  if (node.operator === 'Cast' || node.operator === 'Identity')
    return isRowFree(values, node.inputs[0] as string)
  return withConstant.has(node.operator) && node.inputs.every(input => isRowFree(values, input))
}
