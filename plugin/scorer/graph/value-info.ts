import type { GraphValue } from './onnx-graph.ts'
import { fieldsOf, textOf } from './protobuf-fields.ts'
import { contentField, numberField } from './protobuf-writer.ts'

/** Reads an encoded ValueInfoProto. */
export function readValue(bytes: Uint8Array): GraphValue {
  const value: GraphValue = { name: '', type: 0, dims: undefined, bytes }
  for (const { field, content } of fieldsOf(bytes)) {
    if (content === undefined) continue
    if (field === 1) value.name = textOf(content)
    else if (field === 2) readType(content, value)
  }
  return value
}

function readType(type: Uint8Array, value: GraphValue): void {
  for (const tensor of fieldsOf(type)) {
    if (tensor.field !== 1 || tensor.content === undefined) continue
    for (const { field, content, value: number } of fieldsOf(tensor.content)) {
      if (field === 1) value.type = number ?? 0
      else if (field === 2 && content !== undefined) value.dims = readDims(content)
    }
  }
}

function readDims(shape: Uint8Array): (number | string)[] {
  const dims: (number | string)[] = []
  for (const { content } of fieldsOf(shape)) {
    const [size] = content === undefined ? [] : [...fieldsOf(content)]
    if (size === undefined) dims.push('')
    else dims.push(size.content === undefined ? (size.value as number) : textOf(size.content))
  }
  return dims
}

/** A tensor's value with a name for each size that is not fixed. */
export function tensorValue(name: string, type: number, dims: readonly (number | string)[]): GraphValue {
  const sizes = dims.map(size =>
    contentField(1, typeof size === 'number' ? numberField(1, size) : contentField(2, size)),
  )
  const tensor = Buffer.concat([numberField(1, type), contentField(2, Buffer.concat(sizes))])
  const bytes = Buffer.concat([contentField(1, name), contentField(2, contentField(1, tensor))])
  return { name, type, dims, bytes }
}
