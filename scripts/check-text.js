// Keeps JavaScript's own text operations away from the text of tasks, documents and models: lengths count UTF-16 units,
// white space and digits are others than Python's, numbers print differently. Prompts and scores use plugin/python.
// A line may be excused by `// text-ok: reason` on it or above it.
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Folders whose code makes prompts and scores. */
const checked = ['plugin/task/', 'plugin/metric/', 'plugin/dataset/', 'plugin/evaluation/', 'plugin/encoder/']

/** Files that read the syntax of files and messages, not the text of documents. */
const exempt = {
  'plugin/task/read-yaml.ts': 'offsets of a file',
  'plugin/task/yaml-': 'YAML syntax',
  'plugin/task/template/': "Jinja and Python's own methods, held against recorded rows",
  'plugin/task/chat/environment.ts': 'a budget',
  'plugin/dataset/read-rows.ts': 'lines of a file',
  'plugin/dataset/arrow/': 'numbers and dates in ASCII',
  'plugin/task/function-modules.ts': 'names of modules',
  'plugin/task/select/': 'names of tasks and files',
  'plugin/task/task-registry.ts': 'names of files',
  'plugin/task/task-identity.ts': 'names of files',
  'plugin/task/find-tasks.ts': 'names of tasks',
  'plugin/task/check-fields.ts': 'messages',
  'plugin/task/task-error.ts': 'messages',
  'plugin/metric/shown-value.ts': 'messages',
  'plugin/metric/metric-error.ts': 'messages',
  'plugin/evaluation/model-spec.ts': 'paths',
  'plugin/encoder/rescale-baseline.ts': 'lines of a file',
}

const members = {
  length: 'len()',
  trim: 'strip()',
  trimStart: 'lstrip()',
  trimEnd: 'rstrip()',
  toLowerCase: 'lower()',
  toUpperCase: 'upper()',
  toLocaleLowerCase: 'lower()',
  toLocaleUpperCase: 'upper()',
  slice: 'slice()',
  substring: 'slice()',
  substr: 'slice()',
  charAt: 'characterAt()',
  charCodeAt: 'codePoints()',
  at: 'characterAt()',
  localeCompare: 'compareText()',
  padStart: 'code points',
  padEnd: 'code points',
}

const configFile = ts.readConfigFile(resolve(root, 'tsconfig.json'), path => readFileSync(path, 'utf8'))
const config = ts.parseJsonConfigFileContent(configFile.config, ts.sys, root)
const program = ts.createProgram(config.fileNames, config.options)
const checker = program.getTypeChecker()

const findings = []
for (const source of program.getSourceFiles()) {
  const name = relative(root, source.fileName).replaceAll('\\', '/')
  if (!checked.some(folder => name.startsWith(folder))) continue
  if (Object.keys(exempt).some(prefix => name.startsWith(prefix))) continue
  visit(source, name, source)
}

for (const { file, line, column, problem } of findings) console.error(`${file}:${line}:${column} ${problem}`)
if (findings.length > 0) {
  console.error(
    `${findings.length} places handle text as JavaScript does; use plugin/python, or say why not: // text-ok: reason`,
  )
  process.exitCode = 1
}

function visit(node, file, source) {
  const problem = problemOf(node)
  if (problem !== undefined) report(node, problem, file, source)
  ts.forEachChild(node, child => visit(child, file, source))
}

function problemOf(node) {
  if (ts.isPropertyAccessExpression(node)) {
    const { text } = node.name
    if (text === 'toFixed' || text === 'toPrecision')
      return `.${text}: use plugin/report/fixed-point.ts or format()`
    if (Object.hasOwn(members, text) && isText(node.expression))
      return `.${text} of a text: use ${members[text]}`
  }
  // At a text that is not empty, Python and JavaScript split alike.
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const [separator] = node.arguments
    const literal = separator !== undefined && ts.isStringLiteral(separator) && separator.text !== ''
    if (node.expression.name.text === 'split' && isText(node.expression.expression) && !literal) {
      return '.split of a text: use split()'
    }
  }
  if (ts.isElementAccessExpression(node) && isText(node.expression)) return '[] of a text: use characterAt()'
  if (ts.isRegularExpressionLiteral(node) && /\\[wWsSdDbB]/.test(node.text.replaceAll('\\\\', ''))) {
    return `${node.text}: \\w, \\s, \\d and \\b are others than Python's`
  }
  return undefined
}

function isText(expression) {
  const type = checker.getNonNullableType(checker.getTypeAtLocation(expression))
  const parts = type.isUnion() ? type.types : [type]
  return parts.length > 0 && parts.every(part => (part.flags & ts.TypeFlags.StringLike) !== 0)
}

function report(node, problem, file, source) {
  const at = ts.isPropertyAccessExpression(node) ? node.name : node
  const { line, character } = source.getLineAndCharacterOfPosition(at.getStart(source))
  const lines = source.text.split('\n')
  if (excused(lines[line]) || excused(lines[line - 1] ?? '')) return
  findings.push({ file, line: line + 1, column: character + 1, problem })
}

function excused(line) {
  return /\/\/ text-ok: \S/.test(line)
}
