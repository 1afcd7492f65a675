import type { OnnxGraph } from './onnx-graph.ts'
import { contentField } from './protobuf-writer.ts'

/** Encodes a model whose large weights are references to files in the folder that it was read from. */
export function writeGraph({
  nodes,
  initializers,
  inputs,
  outputs,
  graphFields,
  modelFields,
}: OnnxGraph): Uint8Array {
  const graph = [
    ...nodes.map(({ bytes }) => contentField(1, bytes)),
    ...initializers.map(({ bytes }) => contentField(5, bytes)),
    ...inputs.map(({ bytes }) => contentField(11, bytes)),
    ...outputs.map(({ bytes }) => contentField(12, bytes)),
    ...graphFields,
  ]
  return Buffer.concat([...modelFields, contentField(7, Buffer.concat(graph))])
}
