/** A model's graph whose large weights stayed in their files. Numbers of fields and types here and beside: onnx.proto. */
export interface OnnxGraph {
  /** ONNX file that it was read from. */
  file: string
  nodes: GraphNode[]
  initializers: GraphTensor[]
  inputs: GraphValue[]
  outputs: GraphValue[]
  /** Version of ONNX's own operator set. */
  opset: number
  /** Encoded fields of the graph, and of the model, that are none of the above. */
  graphFields: Uint8Array[]
  modelFields: Uint8Array[]
}

/** An operator; its values by name. */
export interface GraphNode {
  operator: string
  /** Operator set; empty for ONNX's own. */
  domain: string
  inputs: readonly string[]
  outputs: readonly string[]
  /** Single whole-number attributes. */
  integers: ReadonlyMap<string, number>
  /** Names that its subgraphs (If, Loop) use. */
  captured: readonly string[]
  /** Encoded NodeProto. */
  bytes: Uint8Array
}

/** A weight. */
export interface GraphTensor {
  name: string
  dims: readonly number[]
  /** Encoded TensorProto; large weights are references to a file. */
  bytes: Uint8Array
}

/** An input or output of the graph. */
export interface GraphValue {
  name: string
  /** TensorProto.DataType of its elements; 0 where it is no tensor. */
  type: number
  /** Sizes, or the names of sizes; undefined where the rank is not known. */
  dims: readonly (number | string)[] | undefined
  /** Encoded ValueInfoProto. */
  bytes: Uint8Array
}

/** TensorProto.DataType. */
export const floatType = 1
export const int64Type = 7
export const halfFloatType = 10
