import { LmEvalError } from '../errors.ts'
import type { EncoderOutput } from './encoder-session.ts'

interface WantedLayer {
  /** 0 is the embeddings, as in bert-score and in transformers' `hidden_states`. */
  layer: number
  /** Name that the user gave. */
  output?: string | undefined
  /** `num_hidden_layers` of config.json. */
  layers: unknown
}

/**
 * Name of the output that holds a layer's hidden states: the one named by the user, `hidden_states.N` (or `_N`, with or without
 * the plural), or `last_hidden_state` where the layer is the last one.
 * @throws LmEvalError MODEL that lists the outputs there are
 */
export function findLayerOutput(
  outputs: readonly EncoderOutput[],
  { layer, output, layers }: WantedLayer,
  file: string,
): string {
  const names =
    output === undefined
      ? ['hidden_states', 'hidden_state'].flatMap(stem => [`${stem}.${layer}`, `${stem}_${layer}`])
      : [output]
  if (output === undefined && layer === layers) names.push('last_hidden_state')
  const found = outputs.find(({ name, shape }) => names.includes(name) && shape.length === 3)
  if (found !== undefined) return found.name
  const there = outputs.map(({ name, shape }) => `${name} [${shape.join(', ')}]`).join('; ') || 'none'
  const wanted = output ?? `hidden_states.${layer}`
  throw new LmEvalError(
    `${file} has no output ${wanted} of shape [texts, tokens, width] with the hidden states of layer ${layer} (its outputs: ${there}): export it with its hidden states, or name the output in encoders.bert_score.output.`,
    { code: 'MODEL' },
  )
}
