import type { GraphNode } from './onnx-graph.ts'
import { fieldsOf } from './protobuf-fields.ts'
import { contentField, numberField } from './protobuf-writer.ts'

const intAttribute = 2

/** An operator of ONNX's own set with whole-number attributes. */
export function makeNode(
  operator: string,
  inputs: readonly string[],
  outputs: readonly string[],
  integers: Readonly<Record<string, number>> = {},
): GraphNode {
  const attributes = Object.entries(integers).map(([name, value]) =>
    Buffer.concat([contentField(1, name), numberField(3, value), numberField(20, intAttribute)]),
  )
  const bytes = Buffer.concat([
    ...inputs.map(name => contentField(1, name)),
    ...outputs.map(name => contentField(2, name)),
    contentField(4, operator),
    ...attributes.map(attribute => contentField(5, attribute)),
  ])
  return {
    operator,
    domain: '',
    inputs,
    outputs,
    integers: new Map(Object.entries(integers)),
    captured: [],
    bytes,
  }
}

/** The same operator with another first input. */
export function withFirstInput(node: GraphNode, name: string): GraphNode {
  const rest = [...fieldsOf(node.bytes)]
  const first = rest.findIndex(({ field }) => field === 1)
  const bytes = Buffer.concat(
    rest.map(({ encoded }, index) => (index === first ? contentField(1, name) : encoded)),
  )
  return { ...node, inputs: [name, ...node.inputs.slice(1)], bytes }
}
