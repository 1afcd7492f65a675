import { existsSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { LmEvalError } from '../../errors.ts'
import { compareText, fnmatchPattern } from '../../python/index.ts'
import { identifyTask } from '../task-identity.ts'
import { type OnSelectionWarning, shippedTasksDir, type TaskIndex } from '../task-registry.ts'
import { nameHint } from './nearest-names.ts'
import { globFiles } from './path-glob.ts'

/** One thing that was asked for. */
export type TaskEntry =
  | { kind: 'name'; name: string }
  /** `matched`: a glob or folder found it, it was not named itself. `name`: what the file defines, or its base name. */
  | { kind: 'file'; file: string; name: string; matched: boolean }

export interface MatchOptions {
  /** Folder that relative paths and globs count from. */
  cwd: string
  onWarning?: OnSelectionWarning | undefined
}

/**
 * The harness's `--tasks` (task-spec.md, 1.2), in the order asked for, without repeats: entries split at commas and not
 * trimmed; a single folder gives its `*.yaml`; `….yaml` is a path glob; all else an fnmatch pattern over the names of tasks,
 * groups and tags, sorted by code point. Beyond the harness: `**` and `{a,b}` in path globs, paths with other endings if
 * they have a slash; files that define nothing (parts that others include) are skipped where a glob finds them.
 * @throws LmEvalError TASK_NOT_FOUND naming all entries without a match; TASK_FIELD for a named file that is no task;
 * TASK_FILE for a named file that cannot be read
 */
export function matchTasks(
  patterns: string | readonly string[],
  index: TaskIndex,
  { cwd, onWarning }: MatchOptions,
): TaskEntry[] {
  const wanted = (typeof patterns === 'string' ? [patterns] : patterns).flatMap(splitAtCommas)
  const [first = ''] = wanted
  if (wanted.length === 1 && isFolder(resolve(cwd, first))) {
    if (matchNames(first, index).length === 0) return matchFiles('*.yaml', resolve(cwd, first))
    onWarning?.({
      code: 'dir_shadowed',
      message: `${first} is a registered name and a folder: the name is meant; write ${first}/*.yaml for the folder.`,
      file: resolve(cwd, first),
    })
  }
  const found: TaskEntry[] = []
  const missing: string[] = []
  for (const pattern of new Set(wanted)) {
    const entries = matchPattern(pattern, index, cwd)
    if (entries.length === 0) missing.push(pattern)
    found.push(...entries)
  }
  if (missing.length > 0) throw notFound(missing, index, cwd)
  return withoutRepeats(found)
}

/** Commas inside braces belong to a glob's alternatives. */
function splitAtCommas(text: string): string[] {
  return text.split(/,(?![^{}]*\})/u)
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function matchPattern(pattern: string, index: TaskIndex, cwd: string): TaskEntry[] {
  if (pattern.endsWith('.yaml')) return matchPath(pattern, cwd)
  const names = matchNames(pattern, index)
  if (names.length > 0) return names.map(name => ({ kind: 'name', name }))
  return isPath(pattern) && !isFolder(resolve(cwd, pattern)) ? matchPath(pattern, cwd) : []
}

function isPath(pattern: string): boolean {
  return /[/\\]/u.test(pattern) || /\.ya?ml$/u.test(pattern)
}

function matchNames(pattern: string, { entries }: TaskIndex): string[] {
  const matcher = fnmatchPattern(pattern)
  return [...entries.keys()].filter(name => matcher.test(name)).sort(compareText)
}

function matchPath(pattern: string, cwd: string): TaskEntry[] {
  const file = resolve(cwd, pattern)
  if (!existsSync(file)) return matchFiles(pattern, cwd)
  const identity = identifyTask(file)
  if (identity.kind === 'broken') throw identity.error
  if (identity.kind === 'part') {
    throw new LmEvalError(`${file} defines no task: ${identity.problem}.`, { code: 'TASK_FIELD' })
  }
  return [{ kind: 'file', file, name: identity.name, matched: false }]
}

function matchFiles(pattern: string, cwd: string): TaskEntry[] {
  const files = globFiles(pattern, cwd)
  const entries = files.flatMap((file): TaskEntry[] => {
    const identity = identifyTask(file)
    // A broken file stays in, so that the fault shows as that task's failure.
    if (identity.kind === 'broken') return [{ kind: 'file', file, name: baseName(file), matched: true }]
    return identity.kind === 'part' ? [] : [{ kind: 'file', file, name: identity.name, matched: true }]
  })
  if (entries.length === 0 && files.length > 0) {
    throw new LmEvalError(
      `No task found for the path ${pattern}: none of the ${files.length} files that it matches defines a task; looked from ${cwd}.`,
      { code: 'TASK_NOT_FOUND' },
    )
  }
  return entries
}

function baseName(file: string): string {
  return file.replace(/^.*[/\\]/u, '').replace(/\.ya?ml$/u, '')
}

/** A file that was named and that a glob found too was named. */
function withoutRepeats(entries: readonly TaskEntry[]): TaskEntry[] {
  const known = new Map<string, TaskEntry>()
  for (const entry of entries) {
    const key = entry.kind === 'file' ? `file ${entry.file}` : `name ${entry.name}`
    const earlier = known.get(key)
    if (earlier === undefined) known.set(key, { ...entry })
    else if (earlier.kind === 'file' && entry.kind === 'file') earlier.matched &&= entry.matched
  }
  return [...known.values()]
}

function notFound(missing: readonly string[], index: TaskIndex, cwd: string): LmEvalError {
  const names = [...index.entries.keys()].sort(compareText)
  const own = index.folders.filter(folder => folder !== shippedTasksDir)
  const where =
    own.length > 0
      ? `and in ${own.map(folder => relative(cwd, folder) || 'the root').join(', ')}`
      : '(the option tasksDir adds a folder of your own)'
  const problems = missing.map(pattern => {
    if (isFolder(resolve(cwd, pattern))) {
      return `No task is named ${JSON.stringify(pattern)}; it is a folder, which is read only where it is the single entry: write ${pattern || '.'}/*.yaml.`
    }
    if (isPath(pattern)) {
      return `No task found for the path ${pattern}: no file matches it; looked from ${cwd}.`
    }
    if (pattern.trim() !== pattern && index.entries.has(pattern.trim())) {
      return `No task is named ${JSON.stringify(pattern)}; names are not trimmed, remove the spaces.`
    }
    if (index.entries.has(pattern)) {
      return `The pattern ${pattern} does not match itself; write ${pattern.replace(/\[/gu, '[[]')} for the name.`
    }
    return `No task is named ${pattern || 'by the empty text'}; looked among the shipped tasks ${where}. ${nameHint(pattern, names)} A path must contain a slash or end in .yaml.`
  })
  return new LmEvalError(problems.join(' '), { code: 'TASK_NOT_FOUND' })
}
