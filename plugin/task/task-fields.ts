import * as v from 'valibot'
import { isDict, isInt, isNumber } from '../python/index.ts'
import { FunctionReference, outputTypes } from './types.ts'

/** What a field of a task file may hold, and how a message says so. */
export interface FieldRule {
  schema: v.GenericSchema
  allowed: string
}

const text = v.string()
const mapping = v.custom<Record<string, unknown>>(isDict)
const list = v.array(v.unknown())
const integer = v.custom<number>(isInt)
const reference = v.instance(FunctionReference)

const optional = (schema: v.GenericSchema, allowed: string): FieldRule => ({
  schema: v.nullable(schema),
  allowed,
})

/** What Python takes for no description: `false`, and a number that is 0. */
export const isNothing = (value: unknown): boolean =>
  value === false || (isNumber(value) && Number(value) === 0)
const optionalText = optional(text, 'a string')
const optionalFunction = optional(reference, '!function module.name')

/**
 * Every field of a task file that this version reads (task-spec.md, 3). Fields that the harness knows but this version
 * does not are in unsupported-fields.ts.
 */
export const taskFields: Record<string, FieldRule> = {
  task: {
    schema: v.pipe(text, v.nonEmpty(), v.regex(/^(?!__proto__$)/)),
    allowed: 'a name other than __proto__',
  },
  task_alias: optionalText,
  tag: optional(v.union([text, v.array(text)]), 'a string or a list of strings'),
  // On a task the harness drops it unread.
  task_list: { schema: v.unknown(), allowed: 'anything' },
  dataset_path: optionalText,
  dataset_name: optionalText,
  dataset_kwargs: optional(mapping, 'a mapping'),
  custom_dataset: optionalFunction,
  training_split: optionalText,
  validation_split: optionalText,
  test_split: optionalText,
  fewshot_split: optionalText,
  process_docs: optionalFunction,
  use_prompt: optionalText,
  doc_to_text: {
    schema: v.union([text, integer, v.boolean(), reference]),
    allowed: 'a template, a column name, a whole number or !function module.name',
  },
  doc_to_target: {
    schema: v.union([text, integer, v.boolean(), list, reference]),
    allowed: 'a template, a column name, a whole number, a list or !function module.name',
  },
  doc_to_choice: optional(
    v.union([text, list, mapping, reference]),
    'a list of strings, a mapping, a template, a column name or !function module.name',
  ),
  process_results: optionalFunction,
  description: {
    schema: v.nullable(v.union([text, v.custom(isNothing)])),
    allowed: 'a string',
  },
  target_delimiter: optional(text, 'a string (quote a number)'),
  fewshot_delimiter: optional(text, 'a string (quote a number)'),
  fewshot_config: optional(mapping, 'a mapping'),
  num_fewshot: optional(integer, 'a whole number'),
  metric_list: optional(list, 'a list of mappings'),
  output_type: { schema: v.picklist(outputTypes), allowed: outputTypes.join(', ') },
  generation_kwargs: optional(mapping, 'a mapping'),
  repeats: { schema: v.pipe(v.number(), v.integer(), v.minValue(1)), allowed: 'a whole number of 1 or more' },
  filter_list: optional(list, 'a list of mappings'),
  should_decontaminate: { schema: v.boolean(), allowed: 'true or false' },
  doc_to_decontamination_query: {
    schema: v.nullable(v.union([text, integer, reference])),
    allowed: 'a template, a column name or !function module.name',
  },
  gen_prefix: optionalText,
  metadata: { schema: v.unknown(), allowed: 'anything' },
  unsafe_code: {
    schema: v.literal(false),
    allowed: 'false (tasks that run generated code are not supported)',
  },
}
