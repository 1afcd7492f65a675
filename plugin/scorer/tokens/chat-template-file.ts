import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { LmEvalError } from '../../errors.ts'
import { dictGet, dictKeys, isDict, parseJson } from '../../python/index.ts'
import { type ChatTemplate, compileChatTemplate } from '../../task/chat/index.ts'
import { chatTokens } from './chat-tokens.ts'

/** Template texts of a model folder by name, and the file that each stands in. */
type Sources = Map<string, { text: string; file: string }>

/**
 * The chat template of a model folder: `chat_template.jinja` and `chat_templates/NAME.jinja`, else `chat_template` of
 * tokenizer_config.json (a text, or several with names). Special tokens as {@link chatTokens} finds them.
 * @param name one of several templates; default: the one called `default`, which a template without a name is
 * @returns undefined where the folder has none at all
 * @throws LmEvalError OPTION for a name that does not exist, MODEL for a broken file, TEMPLATE for a malformed template
 */
export function loadChatTemplate(folder: string, name?: string): ChatTemplate | undefined {
  const config = readObject(join(folder, 'tokenizer_config.json'))
  const sources = templateFiles(folder)
  if (sources.size === 0) addConfigured(sources, config, join(folder, 'tokenizer_config.json'))
  if (sources.size === 0) return undefined
  const names = [...sources.keys()]
  const wanted = name ?? 'default'
  const source = sources.get(wanted)
  if (source === undefined) {
    throw new LmEvalError(
      `${folder} has no chat template named ${wanted}; it has ${names.join(', ')}: set chatTemplate to one of them.`,
      { code: 'OPTION' },
    )
  }
  const tokens = chatTokens(config, readObject(join(folder, 'special_tokens_map.json')))
  return compileChatTemplate(source.text, { file: source.file, tokens })
}

function templateFiles(folder: string): Sources {
  const sources: Sources = new Map()
  const single = join(folder, 'chat_template.jinja')
  if (existsSync(single)) sources.set('default', { text: readText(single), file: single })
  const several = join(folder, 'chat_templates')
  const names = existsSync(several) ? readdirSync(several).filter(entry => entry.endsWith('.jinja')) : []
  for (const entry of names.sort()) {
    const file = join(several, entry)
    sources.set(basename(entry, '.jinja'), { text: readText(file), file })
  }
  return sources
}

function addConfigured(sources: Sources, config: Record<string, unknown>, file: string): void {
  const { chat_template: given } = config
  if (typeof given === 'string') sources.set('default', { text: given, file })
  if (isDict(given)) {
    for (const name of dictKeys(given) as string[]) {
      const text = dictGet(given, name)
      if (typeof text === 'string') sources.set(name, { text, file })
    }
  }
  for (const entry of Array.isArray(given) ? given : []) {
    const [name, text] = isDict(entry) ? [dictGet(entry, 'name'), dictGet(entry, 'template')] : []
    if (typeof name === 'string' && typeof text === 'string') sources.set(name, { text, file })
  }
}

function readObject(file: string): Record<string, unknown> {
  if (!existsSync(file)) return {}
  try {
    const value = parseJson(readText(file))
    if (isDict(value) && !(value instanceof Map)) return value
  } catch (cause) {
    if (cause instanceof LmEvalError) throw cause
    throw new LmEvalError(`${file} cannot be read: ${(cause as Error).message}.`, { code: 'MODEL', cause })
  }
  throw new LmEvalError(`${file} must hold a JSON object.`, { code: 'MODEL' })
}

function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file))
  } catch (cause) {
    throw new LmEvalError(`${file} cannot be read as UTF-8 text: ${(cause as Error).message}.`, {
      code: 'MODEL',
      cause,
    })
  }
}
