import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { LmEvalError } from '../errors.ts'
import { dictGet, dictKeys, isDict, parseJson } from '../python/index.ts'
import { type ChatTemplate, compileChatTemplate } from '../task/chat/index.ts'

/** Template texts of a model folder by name, and the file that each stands in. */
type Sources = Map<string, { text: string; file: string }>

/**
 * The chat template of a model folder: `chat_template.jinja` and `chat_templates/NAME.jinja`, else `chat_template` of
 * tokenizer_config.json (a text, or a list of named ones). Special tokens come from tokenizer_config.json and
 * special_tokens_map.json.
 * @param name one of several templates; without it the one called `default`, or the only one
 * @returns undefined where the folder has none at all
 * @throws LmEvalError OPTION for a name that does not exist, MODEL for a broken file, TEMPLATE for a malformed template
 */
export function loadChatTemplate(folder: string, name?: string): ChatTemplate | undefined {
  const config = readObject(join(folder, 'tokenizer_config.json'))
  const sources = templateFiles(folder)
  if (sources.size === 0) addConfigured(sources, config, join(folder, 'tokenizer_config.json'))
  if (sources.size === 0) return undefined
  const names = [...sources.keys()]
  const wanted = name ?? (names.length === 1 ? names[0] : 'default')
  const source = sources.get(wanted as string)
  if (source === undefined) {
    throw new LmEvalError(
      `${folder} has no chat template named ${wanted}; it has ${names.join(', ')}: set chatTemplate to one of them.`,
      { code: 'OPTION' },
    )
  }
  const tokens = { ...tokenTexts(readObject(join(folder, 'special_tokens_map.json'))), ...tokenTexts(config) }
  return compileChatTemplate(source.text, { file: source.file, tokens })
}

function templateFiles(folder: string): Sources {
  const sources: Sources = new Map()
  const single = join(folder, 'chat_template.jinja')
  if (existsSync(single)) sources.set('default', { text: readFileSync(single, 'utf8'), file: single })
  const several = join(folder, 'chat_templates')
  const names = existsSync(several) ? readdirSync(several).filter(entry => entry.endsWith('.jinja')) : []
  for (const entry of names.sort()) {
    const file = join(several, entry)
    sources.set(basename(entry, '.jinja'), { text: readFileSync(file, 'utf8'), file })
  }
  return sources
}

function addConfigured(sources: Sources, config: Record<string, unknown>, file: string): void {
  const { chat_template: given } = config
  if (typeof given === 'string') sources.set('default', { text: given, file })
  for (const entry of Array.isArray(given) ? given : []) {
    const [name, text] = isDict(entry) ? [dictGet(entry, 'name'), dictGet(entry, 'template')] : []
    if (typeof name === 'string' && typeof text === 'string') sources.set(name, { text, file })
  }
}

/** `bos_token` and its like, each a text or `{ content }`. */
function tokenTexts(config: Record<string, unknown>): Record<string, string> {
  const tokens: Record<string, string> = {}
  for (const key of dictKeys(config) as string[]) {
    if (!key.endsWith('_token')) continue
    const value = config[key]
    const text = isDict(value) ? dictGet(value, 'content') : value
    if (typeof text === 'string') tokens[key] = text
  }
  return tokens
}

function readObject(file: string): Record<string, unknown> {
  if (!existsSync(file)) return {}
  try {
    const value = parseJson(readFileSync(file, 'utf8'))
    if (isDict(value) && !(value instanceof Map)) return value
  } catch (cause) {
    throw new LmEvalError(`${file} cannot be read: ${(cause as Error).message}.`, { code: 'MODEL', cause })
  }
  throw new LmEvalError(`${file} must hold a JSON object.`, { code: 'MODEL' })
}
