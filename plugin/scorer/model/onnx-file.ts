import { closeSync, fstatSync, openSync } from 'node:fs'
import { LmEvalError } from '../../errors.ts'
import { ProtobufReader } from '../graph/protobuf-reader.ts'

/** What the ONNX file itself says about its weights. */
export interface OnnxFileFacts {
  /** `fp32`, `fp16`, `bf16`, `int8`, `q4`, …: the type in which most weights are stored, whatever they are computed in. */
  precision: string
  /** Files beside the ONNX file that hold weights, as the file names them (relative to its folder), sorted. */
  externalFiles: string[]
}

/** Numbers of TensorProto.DataType in onnx.proto, for the types that weights come in. */
const typeNames = new Map([
  [1, 'fp32'],
  [2, 'int8'],
  [3, 'int8'],
  [10, 'fp16'],
  [11, 'fp64'],
  [16, 'bf16'],
  [17, 'fp8'],
  [18, 'fp8'],
  [19, 'fp8'],
  [20, 'fp8'],
  [21, 'q4'],
  [22, 'q4'],
])

interface Tally {
  /** Weights by type name. */
  weights: Map<string, number>
  /** Bits of MatMulNBits nodes, which pack several weights into a uint8. */
  packedBits: number | undefined
  externalFiles: Set<string>
}

/**
 * Walks an ONNX file's protobuf without reading the weights themselves (field numbers: onnx.proto).
 * @throws LmEvalError MODEL when the file is cut short or is not ONNX
 */
export function readOnnxFile(file: string): OnnxFileFacts {
  const descriptor = openSync(file, 'r')
  try {
    const reader = new ProtobufReader(descriptor, fstatSync(descriptor).size)
    const tally: Tally = { weights: new Map(), packedBits: undefined, externalFiles: new Set() }
    let graphs = 0
    reader.message((field, end) => {
      if (field !== 7 || end === undefined) return
      graphs += 1
      readGraph(reader, end, tally)
    })
    if (graphs === 0) throw new RangeError('no graph')
    return { precision: precision(tally), externalFiles: [...tally.externalFiles].sort() }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new LmEvalError(
      `${file} is not a complete ONNX file (${error.message}): download or export it again.`,
      { code: 'MODEL', cause: error },
    )
  } finally {
    closeSync(descriptor)
  }
}

function readGraph(reader: ProtobufReader, graphEnd: number, tally: Tally): void {
  reader.message((field, end) => {
    if (end === undefined) return
    if (field === 1) readNode(reader, end, tally)
    else if (field === 5) readTensor(reader, end, tally)
  }, graphEnd)
}

function readNode(reader: ProtobufReader, nodeEnd: number, tally: Tally): void {
  let operator = ''
  let bits: number | undefined
  reader.message((field, end) => {
    if (end === undefined) return
    if (field === 4) operator = reader.text(end)
    else if (field === 5) bits = readAttribute(reader, end, tally) ?? bits
  }, nodeEnd)
  if (operator === 'MatMulNBits' || operator === 'GatherBlockQuantized') tally.packedBits ??= bits ?? 4
}

/** Reads the weights of a Constant node and the subgraphs of If and Loop; returns the value of an attribute named `bits`. */
function readAttribute(reader: ProtobufReader, attributeEnd: number, tally: Tally): number | undefined {
  let name = ''
  let integer: number | undefined
  reader.message((field, end, value) => {
    if (field === 1 && end !== undefined) name = reader.text(end)
    else if (field === 3) integer = value
    else if (field === 5 && end !== undefined) readTensor(reader, end, tally)
    else if (field === 6 && end !== undefined) readGraph(reader, end, tally)
  }, attributeEnd)
  return name === 'bits' ? integer : undefined
}

function readTensor(reader: ProtobufReader, tensorEnd: number, tally: Tally): void {
  let elements = 1
  let type = 0
  reader.message((field, end, value) => {
    if (field === 1)
      elements *= end === undefined ? (value ?? 0) : reader.varints(end).reduce((a, b) => a * b, 1)
    else if (field === 2) type = value ?? 0
    else if (field === 13 && end !== undefined) readExternalData(reader, end, tally)
  }, tensorEnd)
  const name = typeNames.get(type)
  if (name !== undefined) tally.weights.set(name, (tally.weights.get(name) ?? 0) + elements)
}

function readExternalData(reader: ProtobufReader, entryEnd: number, tally: Tally): void {
  let key = ''
  let text = ''
  reader.message((field, end) => {
    if (field === 1 && end !== undefined) key = reader.text(end)
    else if (field === 2 && end !== undefined) text = reader.text(end)
  }, entryEnd)
  if (key === 'location') tally.externalFiles.add(text)
}

function precision({ weights, packedBits }: Tally): string {
  const packed = weights.get('int8')
  if (packedBits !== undefined && packed !== undefined) {
    weights.delete('int8')
    const name = packedBits === 8 ? 'int8' : `q${packedBits}`
    weights.set(name, (weights.get(name) ?? 0) + (packed * 8) / packedBits)
  }
  return [...weights].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'unknown'
}
