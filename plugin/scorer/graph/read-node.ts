import type { GraphNode } from './onnx-graph.ts'
import { fieldsOf, textOf } from './protobuf-fields.ts'

/** Reads an encoded NodeProto. */
export function readNode(bytes: Uint8Array): GraphNode {
  const inputs: string[] = []
  const outputs: string[] = []
  const captured: string[] = []
  const integers = new Map<string, number>()
  let operator = ''
  let domain = ''
  for (const { field, content } of fieldsOf(bytes)) {
    if (content === undefined) continue
    if (field === 1) inputs.push(textOf(content))
    else if (field === 2) outputs.push(textOf(content))
    else if (field === 4) operator = textOf(content)
    else if (field === 7) domain = textOf(content)
    else if (field === 5) readAttribute(content, integers, captured)
  }
  return { operator, domain, inputs, outputs, integers, captured, bytes }
}

function readAttribute(attribute: Uint8Array, integers: Map<string, number>, captured: string[]): void {
  let name = ''
  for (const { field, content, value } of fieldsOf(attribute)) {
    if (field === 1 && content !== undefined) name = textOf(content)
    else if (field === 3 && value !== undefined) integers.set(name, value)
    else if ((field === 6 || field === 11) && content !== undefined) captured.push(...usedNames(content))
  }
}

/** Names that a subgraph's nodes and outputs use: its own, and those it takes from outside. */
function usedNames(graph: Uint8Array): string[] {
  const names: string[] = []
  for (const { field, content } of fieldsOf(graph)) {
    if (content === undefined) continue
    if (field === 1) {
      const { inputs, captured } = readNode(content)
      names.push(...inputs, ...captured)
    } else if (field === 12) {
      for (const part of fieldsOf(content))
        if (part.field === 1 && part.content !== undefined) names.push(textOf(part.content))
    }
  }
  return names
}
