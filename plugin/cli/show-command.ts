import { LmEvalError } from '../errors.ts'
import { modelSpec } from '../evaluation/model-spec.ts'
import { TaskEvaluation } from '../evaluation/task-evaluation.ts'
import { chatOf } from '../vitest/chat.ts'
import { packageVersion } from '../vitest/package-version.ts'
import { runContext } from '../vitest/run-context.ts'
import { documentJson } from './document-json.ts'
import { documentText } from './document-text.ts'
import { viewDocument } from './document-view.ts'
import { moduleImporter } from './module-importer.ts'
import { namedTask, readPlace } from './named-task.ts'
import { mergeOptions, placeOptions, promptOptions } from './options.ts'
import { type Output, warningWriter } from './output.ts'
import { lastValue, type OptionRules, type ParsedLine } from './parse-line.ts'
import { readInteger } from './read-value.ts'
import { requestTokens } from './request-tokens.ts'
import { UsageError } from './usage-error.ts'

export const showOptions: OptionRules = {
  doc: { value: 'N', about: 'position of the document in its split (default: 0)' },
  json: { about: 'prints JSON: every text exactly, all token ids' },
  tokens: { value: 'N', about: 'tokens to show of each part (default: 12)' },
  ...promptOptions,
  ...placeOptions,
}

/**
 * `vitest-lm-eval show TASK --doc N`: what one document becomes. The task's functions run and its data is read; no model is.
 * A task that the config runs is shown as it runs there, with the overrides of its group.
 * @throws UsageError unless one task is named; LmEvalError for everything that a run would fail on
 */
export async function showCommand(line: ParsedLine, output: Output): Promise<void> {
  const [name, ...more] = line.positionals
  if (name === undefined || more.length > 0) throw new UsageError('show takes one task.')
  const docId = readInteger('doc', lastValue(line, 'doc') ?? '0')
  const shown = readInteger('tokens', lastValue(line, 'tokens') ?? '12')
  const place = await readPlace(line, output)
  const { root } = place
  const { spec, configured } = namedTask(name, place, warningWriter(output))
  const options = mergeOptions(configured, place.given)
  const model = options.model === undefined ? undefined : modelSpec(options, root)
  const chats = options.chatTemplate !== undefined && options.chatTemplate !== false
  if (chats && model === undefined) {
    throw new LmEvalError("A chat template is the model's: name its folder with --model.", { code: 'OPTION' })
  }
  const { chat, warnings } = chatOf(options, model)
  const evaluation = await TaskEvaluation.load(spec, {
    ...runContext(options, root),
    root,
    packageVersion: packageVersion(),
    importModule: moduleImporter(root),
    chat,
    promptsOnly: true,
  })
  const encode = model === undefined ? undefined : requestTokens(model.path, model.maxLength)
  const shownDocument = viewDocument(evaluation, docId, encode)
  const view = { ...shownDocument, warnings: [...warnings, ...shownDocument.warnings] }
  const text = line.options.has('json') ? documentJson(view) : documentText(view, Math.max(1, shown))
  output.write(`${text}\n`)
}
