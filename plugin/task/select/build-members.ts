import { formatPosition, LmEvalError } from '../../errors.ts'
import { compareText, dictGet, dictHas, isDict, type PyDict, pyStr } from '../../python/index.ts'
import { fieldError } from '../task-error.ts'
import { readTaskFile } from '../task-file.ts'
import type { IndexEntry, TaskIndex } from '../task-registry.ts'
import type { FieldPath, TaskFile } from '../types.ts'
import { type GroupSource, readGroup } from './group-config.ts'
import type { TaskEntry } from './match-tasks.ts'
import { nameHint } from './nearest-names.ts'
import { type Layer, layerOf, placeOf } from './override-layer.ts'
import type { GroupNode, TaskNode } from './selection-tree.ts'
import type { SelectionWarning } from './selection-warning.ts'

/** Members that one selection may have: groups that hold groups twice over grow without bound. */
const mostMembers = 50_000

/** Builds the tree of groups and tasks of a selection (task-spec.md, 4). */
export class SelectionBuilder {
  readonly warnings: SelectionWarning[] = []
  readonly #index: TaskIndex
  readonly #files = new Map<string, TaskFile>()
  /** Selected files by what they define: a group file finds its members among them too. */
  readonly #selected = new Map<string, string>()
  #members = 0

  constructor(index: TaskIndex, entries: readonly TaskEntry[]) {
    this.#index = index
    for (const entry of entries) if (entry.kind === 'file') this.#selected.set(entry.name, entry.file)
  }

  /** A tag gives several nodes, all else one. */
  build(entry: TaskEntry): (TaskNode | GroupNode)[] {
    if (entry.kind === 'file') return [this.#file(entry)]
    const known = this.#index.entries.get(entry.name)
    if (known !== undefined) return this.#entry(known, [], [])
    throw new LmEvalError(`No task is named ${entry.name}. ${this.#hint(entry.name)}`, {
      code: 'TASK_NOT_FOUND',
    })
  }

  #file({ file, name }: TaskEntry & { kind: 'file' }): TaskNode | GroupNode {
    let taskFile: TaskFile
    try {
      taskFile = this.#read(file)
    } catch (error) {
      // The fault shows when the task is read.
      if (error instanceof LmEvalError) return this.#task(name, file, [], true)
      throw error
    }
    const { config } = taskFile
    if (dictHas(config, 'class') || !dictHas(config, 'group')) return this.#task(name, file, [], true)
    // Through a path, the harness names a group after a text in `task` (which is no list of members).
    const named = typeof config.task === 'string' && config.task !== '' ? config.task : name
    return this.#group({ name: named, taskFile, path: [], mapping: config }, [], [])
  }

  #entry(entry: IndexEntry, layers: readonly Layer[], above: readonly string[]): (TaskNode | GroupNode)[] {
    const file = entry.file as string
    if (entry.kind === 'task') return [this.#task(entry.name, file, layers, above.length === 0)]
    if (entry.kind === 'group') {
      const taskFile = this.#read(file)
      return [this.#group({ name: entry.name, taskFile, path: [], mapping: taskFile.config }, layers, above)]
    }
    return [...entry.members].sort(compareText).flatMap(name => {
      const member = this.#index.entries.get(name)
      if (member?.kind === 'task') return this.#entry(member, layers, above)
      const message = `The tag ${entry.name} names ${name}, which is no registered task; it is left out.`
      this.#warn({ code: 'tag_unknown_task', message, file: this.#index.folders.at(-1) ?? '' })
      return []
    })
  }

  #task(name: string, file: string, layers: readonly Layer[], isTopLevel: boolean): TaskNode {
    this.#count(file)
    const renamed = layers.findLast(({ task }) => task !== undefined)?.task ?? name
    if (typeof renamed !== 'string' || renamed === '') {
      throw new LmEvalError(
        `The task ${name} of ${file} gets a name that is no text from a group's override.`,
        {
          code: 'TASK_FIELD',
        },
      )
    }
    const spec = { name: renamed, file, base: file, layers: layers.map(placeOf) }
    return { kind: 'task', name: renamed, file, isTopLevel, spec }
  }

  /** @param layers what the groups above override; the group's own keys give way to them */
  #group(source: GroupSource, layers: readonly Layer[], above: readonly string[]): GroupNode {
    const { name, taskFile, path, mapping } = source
    const { file } = taskFile
    this.#count(file)
    const at = taskFile.locate([...path, 'group'])
    if (above.includes(name)) {
      const circle = [...above.slice(above.indexOf(name)), name].join(' → ')
      throw new LmEvalError(
        `${formatPosition(at)}: the group ${name} holds itself: ${circle}; break the circle.`,
        {
          code: 'TASK_FIELD',
          at,
        },
      )
    }
    const node: GroupNode = {
      kind: 'group',
      name,
      file,
      at,
      group: readGroup(source, warning => this.#warn(warning)),
      children: new Map(),
    }
    const members = dictGet(mapping, 'task')
    const own = [layerOf(file, path, mapping), ...layers]
    if (Array.isArray(members)) {
      for (const [place, member] of members.entries()) {
        for (const child of this.#member(source, [...path, 'task', place], member, own, [...above, name])) {
          this.#addChild(node, child)
        }
      }
    }
    if (node.children.size === 0) {
      const why = Array.isArray(members)
        ? 'its list of members is empty'
        : 'task must be a list of its members'
      this.#warn({
        code: 'empty_group',
        message: `${formatPosition(at)}: the group ${name} is empty: ${why}.`,
        file,
      })
    }
    return node
  }

  #addChild(node: GroupNode, child: TaskNode | GroupNode): void {
    const earlier = node.children.get(child.name)
    if (earlier !== undefined && earlier.file !== child.file) {
      const message = `${formatPosition(node.at)}: two members of the group ${node.name} are named ${child.name} (${earlier.file} and ${child.file}); only the later one is run.`
      this.#warn({ code: 'members_renamed', message, file: node.file })
    }
    node.children.set(child.name, child)
  }

  #member(
    group: GroupSource,
    path: FieldPath,
    member: unknown,
    layers: readonly Layer[],
    above: readonly string[],
  ): (TaskNode | GroupNode)[] {
    const { taskFile, name } = group
    if (typeof member === 'string') {
      const selected = this.#selected.get(member)
      const entry = this.#index.entries.get(member)
      if (entry !== undefined) return this.#entry(entry, layers, above)
      if (selected === undefined) return [this.#inPlace(group, path, member, layers)]
      return [this.#selectedFile(member, selected, layers, above)]
    }
    if (!isDict(member) || !(dictHas(member, 'group') || dictHas(member, 'task'))) {
      throw fieldError(
        taskFile,
        path,
        `a member of the group ${name} must be a name or a mapping with task or group.`,
      )
    }
    if (dictHas(member, 'group')) return this.#groupMember(group, path, member, layers, above)
    const task = dictGet(member, 'task')
    if (typeof task !== 'string' || task === '') {
      throw fieldError(taskFile, [...path, 'task'], `task of a member of the group ${name} must be a name.`)
    }
    const own = [...layers, layerOf(taskFile.file, path, member)]
    const entry = this.#index.entries.get(task)
    if (entry === undefined) return [this.#inPlace(group, path, task, own)]
    if (entry.kind === 'group') refuseGroupFields(taskFile, path, member, task)
    return this.#entry(entry, own, above)
  }

  #groupMember(
    { name, taskFile }: GroupSource,
    path: FieldPath,
    member: PyDict,
    layers: readonly Layer[],
    above: readonly string[],
  ): (TaskNode | GroupNode)[] {
    const wanted = dictGet(member, 'group')
    if (wanted === null || typeof wanted === 'object') {
      throw fieldError(taskFile, [...path, 'group'], `group of a member of the group ${name} must be a name.`)
    }
    const entry = typeof wanted === 'string' ? this.#index.entries.get(wanted) : undefined
    if (entry === undefined) {
      return [
        this.#group({ name: `${name}::${pyStr(wanted)}`, taskFile, path, mapping: member }, layers, above),
      ]
    }
    refuseGroupFields(taskFile, path, member, entry.name)
    if (Array.isArray(dictGet(member, 'task'))) {
      const problem = `${entry.name} is registered already, so this mapping refers to it and can have no list task; give the inline group another name.`
      throw fieldError(taskFile, [...path, 'task'], problem)
    }
    return this.#entry(entry, [...layers, layerOf(taskFile.file, path, member)], above)
  }

  #selectedFile(
    name: string,
    file: string,
    layers: readonly Layer[],
    above: readonly string[],
  ): TaskNode | GroupNode {
    const taskFile = this.#read(file)
    if (!dictHas(taskFile.config, 'group')) return this.#task(name, file, layers, false)
    return this.#group({ name, taskFile, path: [], mapping: taskFile.config }, layers, above)
  }

  /** A member that is not registered: its configuration is what the overrides make up. */
  #inPlace(
    { name, taskFile }: GroupSource,
    path: FieldPath,
    wanted: string,
    layers: readonly Layer[],
  ): TaskNode {
    const { file } = taskFile
    this.#count(file)
    const keys = new Set(layers.flatMap(layer => layer.keys))
    if (!keys.has('dataset_path') && !keys.has('custom_dataset')) {
      const problem = `the group ${name} names ${wanted}, which is not registered. ${this.#hint(wanted)} The option tasksDir adds a folder of your own.`
      throw fieldError(taskFile, path, problem, 'TASK_NOT_FOUND')
    }
    const task = `${name}::${wanted}`
    if (path.length > 0 && !layers.some(layer => layer.path.length > 0 && layer.task === wanted)) {
      const message = `${formatPosition(taskFile.locate(path))}: ${wanted} is not registered; ${task} is built from the fields of the group ${name} alone.`
      this.#warn({ code: 'member_built_in_place', message, file })
    }
    const spec = { name: task, file, base: undefined, layers: layers.map(placeOf) }
    return { kind: 'task', name: task, file, isTopLevel: false, spec }
  }

  #read(file: string): TaskFile {
    const known = this.#files.get(file)
    if (known !== undefined) return known
    const taskFile = readTaskFile(file)
    this.#files.set(file, taskFile)
    return taskFile
  }

  #count(file: string): void {
    if (++this.#members <= mostMembers) return
    throw new LmEvalError(
      `The selection has more than ${mostMembers} tasks and groups; the last came from ${file}.`,
      {
        code: 'TASK_FIELD',
      },
    )
  }

  #warn(warning: SelectionWarning): void {
    if (!this.warnings.some(({ message }) => message === warning.message)) this.warnings.push(warning)
  }

  #hint(name: string): string {
    return nameHint(name, [...this.#index.entries.keys()].sort(compareText))
  }
}

/** A reference to a registered group reaches its tasks only, where the harness fails on a group's field. */
function refuseGroupFields(taskFile: TaskFile, path: FieldPath, member: PyDict, group: string): void {
  for (const field of ['group_alias', 'aggregate_metric_list']) {
    if (!dictHas(member, field)) continue
    const problem = `${field} cannot be given where the registered group ${group} is a member, only fields of tasks; set it in the group's own file.`
    throw fieldError(taskFile, [...path, field], problem)
  }
}
