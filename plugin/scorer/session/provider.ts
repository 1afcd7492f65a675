import { LmEvalError } from '../../errors.ts'
import type { ProviderName, ProviderOption, ProviderReport } from '../types.ts'

/** Tells why a provider cannot or should not be tried on this machine; undefined: it can. */
export type ProviderCheck = (provider: ProviderName, automatic: boolean) => string | undefined

/** What `auto` goes through, best first. TensorRT and CoreML stand in {@link notAutomatic}. */
const automaticOrder: Partial<Record<NodeJS.Platform, ProviderName[]>> = {
  linux: ['cuda', 'webgpu', 'cpu'],
  win32: ['dml', 'webgpu', 'cpu'],
  darwin: ['webgpu', 'cpu'],
}

const notAutomatic: Partial<Record<NodeJS.Platform, ProviderReport['skipped']>> = {
  linux: [{ provider: 'tensorrt', reason: 'builds an engine for minutes; ask for it by name' }],
  darwin: [{ provider: 'coreml', reason: 'may compute in half precision; ask for it by name' }],
}

/** Providers to try in order, and those that are left out from the start. */
export interface ProviderPlan {
  attempts: ProviderName[]
  skipped: ProviderReport['skipped']
}

/**
 * Turns the option into attempts; providers that cannot run here are skipped with the reason.
 * @throws LmEvalError PROVIDER when nothing is left to try
 */
export function planProviders(
  requested: ProviderOption,
  check: ProviderCheck,
  platform: NodeJS.Platform = process.platform,
): ProviderPlan {
  const automatic = requested === 'auto'
  const candidates = automatic ? (automaticOrder[platform] ?? ['cpu']) : [requested].flat()
  const plan: ProviderPlan = { attempts: [], skipped: automatic ? [...(notAutomatic[platform] ?? [])] : [] }
  for (const provider of candidates) {
    const reason = check(provider, automatic)
    if (reason === undefined) plan.attempts.push(provider)
    else plan.skipped.push({ provider, reason })
  }
  if (plan.attempts.length === 0) throw cannotRun(requested, plan.skipped)
  return plan
}

/**
 * Creates a session with the first provider that works.
 * @param create makes the session; may throw anything
 * @param isModelFault tells errors that no other provider would cure; those are thrown as they are
 * @throws LmEvalError PROVIDER when none works: there is no fallback to a provider that was not asked for
 */
export async function tryProviders<Session>(
  requested: ProviderOption,
  plan: ProviderPlan,
  create: (provider: ProviderName) => Promise<Session>,
  isModelFault: (error: unknown) => boolean,
): Promise<{ session: Session; report: ProviderReport }> {
  const skipped = [...plan.skipped]
  for (const provider of plan.attempts) {
    try {
      return { session: await create(provider), report: { requested, used: provider, skipped } }
    } catch (error) {
      if (isModelFault(error)) throw error
      skipped.push({ provider, reason: reasonOf(error) })
    }
  }
  throw cannotRun(requested, skipped)
}

function cannotRun(requested: ProviderOption, skipped: ProviderReport['skipped']): LmEvalError {
  const names = [requested].flat().join(', ')
  const reasons = skipped.map(({ provider, reason }) => `${provider}: ${reason}`).join('; ')
  const alternative = [requested].flat().includes('cpu')
    ? 'check the installation'
    : "set provider to 'cpu' or 'auto'"
  return new LmEvalError(
    `No execution provider of those asked for (${names}) can run here (${reasons}): ${alternative}.`,
    {
      code: 'PROVIDER',
    },
  )
}

/** ONNX Runtime's message without its source locations. */
function reasonOf(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] as string
  return text.replace(/^\/\S+:\d+ .* was false\. /, '').slice(0, 300)
}
