import { basename, resolve } from 'node:path'
import type { EncoderSpec } from '../encoder/types.ts'
import type { ProviderOption } from '../scorer/types.ts'

/** Encoders for metrics that compare texts with a model of their own, by metric. */
export interface EncoderOptions {
  bert_score?: {
    /** Folder of a BERT-like encoder in the layout of Hub repositories, exported with its hidden states. */
    model: string
    /** Layer whose hidden states are compared: bert-score's `num_layers`. For the harness's figures, 17 of roberta-large. */
    layer: number
    /** Name of the output with that layer's hidden states. Default: `hidden_states.LAYER`, or `last_hidden_state` of the last layer. */
    output?: string
    /** File of bert-score's rescale_baseline folder, to rescale with. Default: none, as in the harness. */
    baseline?: string
  }
  bleurt?: {
    /** Folder of a BLEURT export with one output, `logits`. */
    model: string
  }
}

interface ModelOptions {
  encoders?: EncoderOptions | undefined
  provider: ProviderOption
  threads?: number | undefined
}

/** The encoders that the options ask for. Relative paths count from `root`. */
export function encoderSpecs(
  { encoders = {}, provider, threads }: ModelOptions,
  root: string,
): EncoderSpec[] {
  const { bert_score: bertScore, bleurt } = encoders
  const common = (model: string) => ({
    path: resolve(root, model),
    name: basename(resolve(root, model)),
    provider,
    ...(threads === undefined ? {} : { threads }),
  })
  const specs: EncoderSpec[] = []
  if (bertScore !== undefined) {
    const { model, layer, output, baseline } = bertScore
    specs.push({
      encoder: 'bert_score',
      ...common(model),
      layer,
      ...(output === undefined ? {} : { output }),
      ...(baseline === undefined ? {} : { baseline: resolve(root, baseline) }),
    })
  }
  if (bleurt !== undefined) specs.push({ encoder: 'bleurt', ...common(bleurt.model) })
  return specs
}
