import type * as OnnxRuntime from 'onnxruntime-node'
import { LmEvalError } from '../../errors.ts'

export type Ort = typeof OnnxRuntime

const installCommand = 'ONNXRUNTIME_NODE_INSTALL=skip npm i -D onnxruntime-node'

/**
 * ONNX Runtime, loaded at first need because it is an optional peer dependency.
 * @param load replaces the import in tests
 * @throws LmEvalError MODEL when it is not installed or its native part cannot be loaded here
 */
export async function loadOnnxRuntime(
  load: () => Promise<unknown> = () => import('onnxruntime-node'),
): Promise<Ort> {
  let module: { default?: Ort } & Ort
  try {
    module = (await load()) as { default?: Ort } & Ort
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const missing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND'
    throw new LmEvalError(
      missing
        ? `Running an ONNX model needs the package onnxruntime-node, which is not installed: run ${installCommand}`
        : `onnxruntime-node cannot be loaded on this system (${firstLine(message)}): reinstall it with ${installCommand}`,
      { code: 'MODEL', cause: error },
    )
  }
  const ort = module.default ?? module
  // Its warnings are about graph details that no user can act on; errors reach us as exceptions.
  ort.env.logLevel = 'fatal'
  return ort
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] as string
}
