type Importer = (file: string) => Promise<Record<string, unknown>>

const key = Symbol.for('vitest-lm-eval.importer')

/** Keeps the importer of the setup file for evaluate(), which may live in another copy of this module. */
export function setImporter(importer: Importer): void {
  Reflect.set(globalThis, key, importer)
}

/** Imports a module that a task names; through Vite where the setup file ran. */
export const importModule: Importer = file => {
  const importer = Reflect.get(globalThis, key) as Importer | undefined
  return (importer ?? (path => import(path)))(file)
}
