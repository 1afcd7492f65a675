import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { LmEvalError } from '../../errors.ts'

/**
 * The ONNX file of a model folder: onnx/model.onnx, else model.onnx, else the only other ONNX file in either place.
 * Which of several variants (model_fp16.onnx, model_q4.onnx) is meant decides the figures, so it is never guessed.
 * @throws LmEvalError MODEL when there is none or when several could be meant
 */
export function findOnnxFile(folder: string): string {
  const preferred = [join(folder, 'onnx', 'model.onnx'), join(folder, 'model.onnx')]
  const found = preferred.find(existsSync)
  if (found !== undefined) return found
  const others = [join(folder, 'onnx'), folder].flatMap(listOnnxFiles)
  const [only] = others
  if (only === undefined) {
    throw new LmEvalError(
      `The model folder ${folder} has no ONNX file (looked for ${preferred.join(', ')} and any other .onnx file beside them): export the model to ONNX first.`,
      { code: 'MODEL' },
    )
  }
  if (others.length > 1) {
    throw new LmEvalError(
      `The model folder ${folder} has no onnx/model.onnx but several other ONNX files (${others.join(', ')}): copy or link the one you mean to onnx/model.onnx.`,
      { code: 'MODEL' },
    )
  }
  return only
}

function listOnnxFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(name => name.endsWith('.onnx'))
    .sort()
    .map(name => join(folder, name))
}
