import { expect, test } from 'vitest'
import { formatSnapshotText, parseSnapshotText } from '../../plugin/vitest/snapshot-text.ts'

test('reads what Vitest writes: keys and texts between backticks, with escapes', () => {
  const text =
    '// Vitest Snapshot v1\n\nexports[`a > acc 1`] = `{\n  "task": "\\`a\\` \\${b} \\\\"\n}`;\n\nexports[`b 1`] = `x`;\n'
  expect([...parseSnapshotText(text)]).toEqual([
    ['a > acc 1', '{\n  "task": "`a` ${b} \\"\n}'],
    ['b 1', 'x'],
  ])
})

test('writes a text that Vitest can run, and nothing else in it runs', () => {
  const entries = new Map([
    ['a > acc 1', '{"x": 1}\n'],
    ['`]; throw 1; //', '${process.exit()}'],
  ])
  const exports: Record<string, string> = {}
  new Function('exports', formatSnapshotText('// header', entries))(exports)
  expect(exports).toEqual(Object.fromEntries(entries))
})
