import { expect, test } from 'vitest'
import { loadOnnxRuntime } from '../../../plugin/scorer/session/onnxruntime.ts'

const failing = (code: string, message: string) => async () => {
  throw Object.assign(new Error(message), { code })
}

test('a missing package is answered with the command that installs it', async () => {
  const load = failing('ERR_MODULE_NOT_FOUND', "Cannot find package 'onnxruntime-node'")
  await expect(loadOnnxRuntime(load)).rejects.toMatchObject({
    code: 'MODEL',
    message: expect.stringContaining('ONNXRUNTIME_NODE_INSTALL=skip npm i -D onnxruntime-node'),
  })
})

test('a native part that cannot be loaded says why', async () => {
  const load = failing('ERR_DLOPEN_FAILED', 'libstdc++.so.6: version not found\nRequire stack:')
  await expect(loadOnnxRuntime(load)).rejects.toMatchObject({
    code: 'MODEL',
    message: expect.stringMatching(/\(libstdc\+\+\.so\.6: version not found\)/),
  })
})
