// Writes dist/task.schema.json, the JSON Schema of task files for editors, out of the validator's fields. Run after tsc.
import { chmodSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { toJsonSchema } from '@valibot/to-json-schema'
import { isDict, isInt } from '../dist/python/index.js'
import { groupFields } from '../dist/task/select/group-config.js'
import { isNothing, taskFields } from '../dist/task/task-fields.js'
import { unreadFields } from '../dist/task/unsupported-fields.js'

/** `!function module.name`: an editor sees the tag's text. */
const functionText = { type: 'string', pattern: '^(?:[\\w]+\\.)+[\\w$]+$' }

/** Fields that may be null beside use_prompt. */
const replaced = ['doc_to_text', 'doc_to_target']

function fieldSchema(name, { schema, allowed }) {
  const made = toJsonSchema(schema, {
    target: 'draft-07',
    overrideSchema: ({ valibotSchema: { type, check } }) => {
      if (type === 'instance') return functionText
      if (type === 'custom' && check === isDict) return { type: 'object' }
      if (type === 'custom' && check === isInt) return { type: 'integer' }
      if (type === 'custom' && check === isNothing) return { enum: [false, 0] }
      return undefined
    },
  })
  delete made.$schema
  const given = replaced.includes(name) ? { anyOf: [made, { type: 'null' }] } : made
  return { description: allowed, ...given }
}

const fields = Object.fromEntries(
  Object.entries(taskFields).map(([name, rule]) => [name, fieldSchema(name, rule)]),
)
const never = Object.fromEntries(unreadFields.map(name => [name, { type: 'null' }]))
const text = { type: 'string', minLength: 1 }
const texts = { anyOf: [text, { type: 'array', items: text }] }
const include = { description: 'file that this one is laid over, or a list of them', ...texts }

const groupOwn = {
  group: { description: 'name of the group', type: 'string', minLength: 1 },
  group_alias: { description: 'name in the table', type: ['string', 'null'] },
  task: {
    description: 'members: names of tasks, groups and tags, or mappings that override their fields',
    anyOf: [{ type: 'array', items: { $ref: '#/definitions/member' } }, { type: ['string', 'null'] }],
  },
  aggregate_metric_list: {
    description: 'figures of the whole group',
    anyOf: [
      { $ref: '#/definitions/groupMetric' },
      { type: 'array', items: { $ref: '#/definitions/groupMetric' } },
      { type: 'null' },
    ],
  },
  metadata: fields.metadata,
}
const missing = [...groupFields].filter(name => !Object.hasOwn(groupOwn, name))
if (missing.length > 0) throw new Error(`the schema of groups lacks ${missing.join(', ')}`)

const task = { type: 'object', properties: { ...fields, ...never, include }, additionalProperties: false }
const groupProperties = { ...fields, ...never, ...groupOwn }

const schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Task file of vitest-lm-eval',
  description: 'A task, a group or a part for others to include, as lm-evaluation-harness 0.4.13 reads them.',
  if: { type: 'object', required: ['group'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { type: 'object', properties: { ...groupProperties, include }, additionalProperties: false },
  else: task,
  definitions: {
    member: {
      anyOf: [
        text,
        {
          type: 'object',
          properties: groupProperties,
          additionalProperties: false,
          anyOf: [{ required: ['task'] }, { required: ['group'] }],
        },
      ],
    },
    groupMetric: {
      type: 'object',
      required: ['metric'],
      properties: {
        metric: text,
        // A !function has no effect there, but is allowed.
        aggregation: { anyOf: [{ const: 'mean' }, functionText] },
        weight_by_size: {},
        filter_list: { anyOf: [texts, { type: 'null' }] },
      },
      additionalProperties: false,
    },
  },
}

writeFileSync(
  fileURLToPath(new URL('../dist/task.schema.json', import.meta.url)),
  `${JSON.stringify(schema, null, 2)}\n`,
)
// npm sets this where the package is installed; `npx vitest-lm-eval` in a clone needs it here.
chmodSync(new URL('../dist/cli/main.js', import.meta.url), 0o755)
