import type { TestProject } from 'vitest/node'
import { createWorkspace } from './workspace.ts'

declare module 'vitest' {
  interface ProvidedContext {
    workspace: string
  }
}

export default function setup(project: TestProject): () => void {
  const { root, remove } = createWorkspace()
  project.provide('workspace', root)
  return remove
}
