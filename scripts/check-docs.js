// Every export of the package's public entry points has a docstring. Run after `npm run build`.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('..', import.meta.url))
const { exports } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
const entries = Object.entries(exports)
  .filter(([name, target]) => typeof target === 'object' && !name.includes('*'))
  .map(([, target]) => `${root}/${target.types}`)

const program = ts.createProgram(entries, {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  skipLibCheck: true,
})
const checker = program.getTypeChecker()
const missing = []

for (const entry of entries) {
  const source = program.getSourceFile(entry)
  const module = source && checker.getSymbolAtLocation(source)
  if (module === undefined) throw new Error(`${entry} is not there; run npm run build first`)
  for (const exported of checker.getExportsOfModule(module)) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    if (symbol.getDocumentationComment(checker).length === 0)
      missing.push(`${entry.slice(root.length)}: ${exported.name}`)
  }
}

if (missing.length > 0) {
  console.error(`These public exports have no docstring:\n  ${missing.join('\n  ')}`)
  process.exit(1)
}
console.log('every public export has a docstring')
