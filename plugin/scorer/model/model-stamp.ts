import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Names, sizes and times of the files of a model folder and of its `onnx` folder: cheap to take, and different as soon as
 * the model is replaced. Empty for a folder that cannot be read, which loading reports.
 */
export function modelStamp(path: string): string {
  return [path, join(path, 'onnx')].flatMap(filesIn).join('\n')
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(entry => !entry.isDirectory())
      .map(({ name }) => {
        const { size, mtimeMs } = statSync(join(folder, name))
        return `${name} ${size} ${mtimeMs}`
      })
      .sort()
  } catch {
    return []
  }
}
