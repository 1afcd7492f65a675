import { closeSync, fstatSync, openSync } from 'node:fs'
import { basename } from 'node:path'
import type { GraphTensor, OnnxGraph } from './onnx-graph.ts'
import { fieldsOf, numbersOf, textOf } from './protobuf-fields.ts'
import { ProtobufReader } from './protobuf-reader.ts'
import { contentField, numberField } from './protobuf-writer.ts'
import { readNode } from './read-node.ts'
import { readValue } from './value-info.ts'

/** Weights of so many bytes stay in the file; smaller ones may be shapes, which ONNX Runtime wants at hand. */
const large = 4096
const externalLocation = 1

/**
 * Reads an ONNX file but for its weights: large ones become references into the file, so that a model of gigabytes is read in
 * milliseconds and an edited one needs no copy of them.
 * @throws RangeError when the file is cut short or is not ONNX
 */
export function readGraph(file: string): OnnxGraph {
  const descriptor = openSync(file, 'r')
  try {
    const reader = new ProtobufReader(descriptor, fstatSync(descriptor).size)
    const graph: OnnxGraph = {
      file,
      nodes: [],
      initializers: [],
      inputs: [],
      outputs: [],
      opset: 0,
      graphFields: [],
      modelFields: [],
    }
    reader.message((field, end, value) => {
      if (field === 7 && end !== undefined) {
        readGraphFields(reader, end, graph)
        return
      }
      if (end === undefined) {
        graph.modelFields.push(numberField(field, value ?? 0))
        return
      }
      const content = reader.bytes(end)
      if (field === 8) readOpset(content, graph)
      graph.modelFields.push(contentField(field, content))
    })
    return graph
  } finally {
    closeSync(descriptor)
  }
}

function readOpset(content: Uint8Array, graph: OnnxGraph): void {
  let domain = ''
  let version = 0
  for (const { field, content: text, value } of fieldsOf(content)) {
    if (field === 1 && text !== undefined) domain = textOf(text)
    else if (field === 2) version = value ?? 0
  }
  if (domain === '' || domain === 'ai.onnx') graph.opset = version
}

function readGraphFields(reader: ProtobufReader, graphEnd: number, graph: OnnxGraph): void {
  reader.message((field, end, value) => {
    if (end === undefined) graph.graphFields.push(numberField(field, value ?? 0))
    else if (field === 1) graph.nodes.push(readNode(reader.bytes(end)))
    else if (field === 5) graph.initializers.push(readTensor(reader, end, basename(graph.file)))
    else if (field === 11) graph.inputs.push(readValue(reader.bytes(end)))
    else if (field === 12) graph.outputs.push(readValue(reader.bytes(end)))
    else graph.graphFields.push(contentField(field, reader.bytes(end)))
  }, graphEnd)
}

function readTensor(reader: ProtobufReader, tensorEnd: number, fileName: string): GraphTensor {
  const parts: Uint8Array[] = []
  const dims: number[] = []
  let name = ''
  reader.message((field, end, value) => {
    if (end === undefined) {
      if (field === 1) dims.push(value ?? 0)
      parts.push(numberField(field, value ?? 0))
      return
    }
    if (field === 9 && end - reader.position >= large) {
      const place = { location: fileName, offset: reader.position, length: end - reader.position }
      for (const [key, text] of Object.entries(place)) {
        parts.push(contentField(13, Buffer.concat([contentField(1, key), contentField(2, String(text))])))
      }
      parts.push(numberField(14, externalLocation))
      return
    }
    const content = reader.bytes(end)
    if (field === 8) name = textOf(content)
    else if (field === 1) dims.push(...numbersOf({ field, content }))
    parts.push(contentField(field, content))
  }, tensorEnd)
  return { name, dims, bytes: Buffer.concat(parts) }
}
