import { makeNode } from './make-node.ts'
import { type GraphValue, int64Type, type OnnxGraph } from './onnx-graph.ts'
import { tensorValue } from './value-info.ts'

/** Input that says which row of the source each row goes on from: int64 [batch]. */
export const sourceRows = 'source_rows'

/** A cache input of the model. */
export interface CacheInput {
  name: string
  /** Axis of its tokens. */
  axis: number
}

/** Name of the input that a cache input was turned into. */
export const sourceOf = (name: string): string => `source.${name}`

/**
 * Lets rows of a batch go on from any rows of another's cache, without a copy of it in JavaScript: each cache input is gathered from
 * a source.
 */
export function editCacheInputs(graph: OnnxGraph, caches: readonly CacheInput[]): OnnxGraph {
  if (caches.length === 0) return graph
  const axes = new Map(caches.map(({ name, axis }) => [name, axis]))
  const batch = graph.inputs.find(({ name }) => name === 'input_ids')?.dims?.[0] ?? 'batch'
  return {
    ...graph,
    nodes: [
      ...caches.map(({ name }) => makeNode('Gather', [sourceOf(name), sourceRows], [name], { axis: 0 })),
      ...graph.nodes,
    ],
    inputs: [
      ...graph.inputs.map(input => source(input, axes.get(input.name))),
      tensorValue(sourceRows, int64Type, [batch]),
    ],
  }
}

/** Sizes of a source have names of their own: ONNX Runtime takes equal names for equal sizes when it shares memory. */
function source(input: GraphValue, axis: number | undefined): GraphValue {
  if (axis === undefined) return input
  const dims = (input.dims ?? []).map((size, place) =>
    place === 0 ? 'source_rows_of_all' : place === axis ? 'source_length_of_all' : size,
  )
  return tensorValue(sourceOf(input.name), input.type, dims)
}
