import { findHead } from './find-head.ts'
import { graphValues } from './graph-values.ts'
import { makeNode, withFirstInput } from './make-node.ts'
import { floatType, type GraphNode, int64Type, type OnnxGraph } from './onnx-graph.ts'
import { fieldsOf } from './protobuf-fields.ts'
import { readValue, tensorValue } from './value-info.ts'

/** Inputs and outputs that an edited graph has in place of the logits. */
export const scoreNames = {
  /** int64 [rows]: tokens whose logits are wanted, as places in the batch: row of the batch x its length + place. */
  rows: 'score_rows',
  /** int64 [targets, 2]: index into `rows`, token. */
  targets: 'score_targets',
  /** float32 [targets]: natural logarithm of each target's probability. */
  logProbabilities: 'score_log_probabilities',
  /** int64 [rows]: the first of the largest logits. */
  best: 'score_best',
  /** float32 [rows, vocabulary]. */
  logits: 'score_logits',
} as const

/**
 * Gathers the wanted tokens before the LM head and gives two numbers for each in place of a row of logits: log-softmax in float32 at
 * the target, and the arg-max.
 * @returns the edited graph, or why it cannot be edited
 */
export function editScoreHead(graph: OnnxGraph): OnnxGraph | string {
  const logits = graph.outputs.find(({ name }) => name === 'logits')
  if (logits === undefined) return 'it has no output named logits'
  const head = findHead(graphValues(graph), logits.name)
  if (typeof head === 'string') return head
  const [hidden] = head.node.inputs as [string]
  const replaced = new Map<GraphNode, GraphNode[]>([
    [
      head.node,
      [
        makeNode('Flatten', [hidden], ['score_hidden'], { axis: -1 }),
        makeNode('Gather', ['score_hidden', scoreNames.rows], ['score_hidden_rows'], { axis: 0 }),
        withFirstInput(head.node, 'score_hidden_rows'),
      ],
    ],
    ...head.reshapes.map((node): [GraphNode, GraphNode[]] => [
      node,
      [makeNode('Identity', node.inputs.slice(0, 1), node.outputs)],
    ]),
  ])
  const changed = new Set(head.values)
  const { rows, targets, logProbabilities, best } = scoreNames
  return {
    ...graph,
    nodes: [
      ...graph.nodes.flatMap(node => replaced.get(node) ?? [node]),
      makeNode('Cast', [logits.name], [scoreNames.logits], { to: floatType }),
      makeNode('LogSoftmax', [scoreNames.logits], ['score_log_softmax'], { axis: 1 }),
      makeNode('GatherND', ['score_log_softmax', targets], [logProbabilities]),
      makeNode('ArgMax', [scoreNames.logits], [best], { axis: 1, keepdims: 0 }),
    ],
    inputs: [
      ...graph.inputs,
      tensorValue(rows, int64Type, ['score_rows']),
      tensorValue(targets, int64Type, ['score_targets', 2]),
    ],
    outputs: [
      ...graph.outputs.filter(output => output !== logits),
      tensorValue(logProbabilities, floatType, ['score_targets']),
      tensorValue(best, int64Type, ['score_rows']),
      tensorValue(scoreNames.logits, floatType, ['score_rows', 'vocabulary']),
    ],
    graphFields: graph.graphFields.filter(field => !changed.has(nameOfValue(field))),
  }
}

/** Name of an encoded field of a graph that tells a value's shape; empty for another field. */
function nameOfValue(encoded: Uint8Array): string {
  for (const { field, content } of fieldsOf(encoded)) {
    if (field === 13 && content !== undefined) return readValue(content).name
  }
  return ''
}
