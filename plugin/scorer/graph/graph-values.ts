import type { GraphNode, GraphTensor, OnnxGraph } from './onnx-graph.ts'

/** Who makes and who uses the values of a graph. */
export interface GraphValues {
  producer(name: string): GraphNode | undefined
  initializer(name: string): GraphTensor | undefined
  /** Operators that use a value, those whose subgraphs do included, and once more for an output of the graph. */
  uses(name: string): number
}

export function graphValues(graph: OnnxGraph): GraphValues {
  const producers = new Map<string, GraphNode>()
  const uses = new Map<string, number>()
  for (const node of graph.nodes) {
    for (const name of node.outputs) producers.set(name, node)
    for (const name of new Set([...node.inputs, ...node.captured])) uses.set(name, (uses.get(name) ?? 0) + 1)
  }
  for (const { name } of graph.outputs) uses.set(name, (uses.get(name) ?? 0) + 1)
  const initializers = new Map(graph.initializers.map(tensor => [tensor.name, tensor]))
  return {
    producer: name => producers.get(name),
    initializer: name => initializers.get(name),
    uses: name => uses.get(name) ?? 0,
  }
}
