import type { CacheInput } from './cache-source.ts'
import { editCacheInputs } from './cache-source.ts'
import type { OnnxGraph } from './onnx-graph.ts'
import { editScoreHead } from './score-head.ts'
import { writeGraph } from './write-graph.ts'

/** A model as it is given to ONNX Runtime. */
export interface EditedGraph {
  /** Encoded model, without its large weights. */
  model: Uint8Array
  /** Why the logits are not scored in the graph; undefined where they are. */
  fullLogits: string | undefined
}

/** Oldest operator set of ONNX that has all operators that are added. */
const oldestOpset = 11

/**
 * Lets a graph score by itself and choose what its rows go on from.
 * @param caches cache inputs
 * @returns the edited graph, or why nothing can be edited
 */
export function editGraph(graph: OnnxGraph, caches: readonly CacheInput[]): EditedGraph | string {
  if (graph.opset < oldestOpset) return `its operator set ${graph.opset} is older than ${oldestOpset}`
  const scored = editScoreHead(graph)
  const fullLogits = typeof scored === 'string' ? scored : undefined
  if (fullLogits !== undefined && caches.length === 0) return fullLogits
  const edited = editCacheInputs(typeof scored === 'string' ? graph : scored, caches)
  return { model: writeGraph(edited), fullLogits }
}
