import type { InferenceSession, Tensor } from 'onnxruntime-node'
import { LmEvalError } from '../errors.ts'
import { numbersOf } from '../scorer/session/half-floats.ts'
import { loadOnnxRuntime, type Ort } from '../scorer/session/onnxruntime.ts'
import { openSession } from '../scorer/session/open-session.ts'
import type { ProviderReport } from '../scorer/types.ts'
import type { EncoderSpec } from './types.ts'

/** One text or pair as an encoder's input. */
export interface EncoderInput {
  ids: readonly number[]
  /** Segment of each token; undefined: all 0. */
  types?: readonly number[] | undefined
}

/** A loaded encoder. */
export interface EncoderSession {
  provider: ProviderReport
  /** Names of the outputs with their shapes; symbolic sizes are texts. */
  outputs: readonly EncoderOutput[]
  /** Values of one output for one input; blocks the thread while the encoder runs. */
  run(input: EncoderInput, output: string): Promise<Float64Array>
  close(): Promise<void>
}

export interface EncoderOutput {
  name: string
  shape: readonly (number | string)[]
}

/**
 * Loads an encoder's ONNX file.
 * @throws LmEvalError MODEL: no onnxruntime-node, unusable file or inputs; PROVIDER: what was asked for cannot run
 */
export async function openEncoderSession(
  file: string,
  spec: Pick<EncoderSpec, 'provider' | 'threads'>,
): Promise<EncoderSession> {
  const ort = await loadOnnxRuntime()
  const { session, report } = await openSession(ort, { file }, spec)
  const makeFeeds = planEncoderInputs(ort, session.inputMetadata, file)
  return {
    provider: report,
    outputs: session.outputMetadata.flatMap(output =>
      output.isTensor && (output.type === 'float32' || output.type === 'float16')
        ? [{ name: output.name, shape: output.shape }]
        : [],
    ),
    run: (input, output) => run(session, makeFeeds(input), output, file),
    close: () => session.release(),
  }
}

/** Values that encoders take, by the name of the input. */
const inputs: Record<string, (input: EncoderInput) => number[]> = {
  input_ids: ({ ids }) => [...ids],
  attention_mask: ({ ids }) => ids.map(() => 1),
  token_type_ids: ({ ids, types }) => (types === undefined ? ids.map(() => 0) : [...types]),
}

function planEncoderInputs(
  ort: Ort,
  metadata: readonly InferenceSession.ValueMetadata[],
  file: string,
): (input: EncoderInput) => Record<string, Tensor> {
  const strangers = metadata.filter(
    input => !input.isTensor || !Object.hasOwn(inputs, input.name) || !/^int(?:32|64)$/u.test(input.type),
  )
  if (strangers.length > 0 || !metadata.some(({ name }) => name === 'input_ids')) {
    const names = metadata.map(({ name }) => name).join(', ')
    throw new LmEvalError(
      `${file} has the inputs ${names}, where an encoder takes input_ids, attention_mask and token_type_ids: export it as an encoder.`,
      { code: 'MODEL' },
    )
  }
  return input =>
    Object.fromEntries(
      metadata.map(({ name, ...rest }) => {
        const values = (inputs[name] as (typeof inputs)[string])(input)
        const dims = [1, values.length]
        const tensor =
          'type' in rest && rest.type === 'int32'
            ? new ort.Tensor('int32', Int32Array.from(values), dims)
            : new ort.Tensor('int64', BigInt64Array.from(values, BigInt), dims)
        return [name, tensor]
      }),
    )
}

async function run(
  session: InferenceSession,
  feeds: Record<string, Tensor>,
  output: string,
  file: string,
): Promise<Float64Array> {
  const results = await session.run(feeds, [output]).catch((error: Error) => {
    throw new LmEvalError(
      `${file} failed (${error.message.split('\n', 1)[0]}): check that tokenizer and config.json belong to the encoder.`,
      { code: 'MODEL', cause: error },
    )
  })
  const tensor = results[output] as Tensor
  try {
    return Float64Array.from(numbersOf(tensor, 0, tensor.size))
  } finally {
    tensor.dispose()
  }
}
