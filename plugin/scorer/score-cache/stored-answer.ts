import { crc32 } from 'node:zlib'
import type { GenerateResponse, LoglikelihoodResponse, Response } from '../types.ts'

/** Four bytes of checksum over key and body, then one that says what follows. */
const headBytes = 5
const loglikelihoodKind = 1
const generatedKind = 2
/** A float64, flags, tokens and truncated tokens. */
const loglikelihoodBytes = headBytes + 8 + 1 + 4 + 4

/** An answer as the score cache keeps it. A log-likelihood is kept as the float64 that it is. */
export function encodeAnswer(key: Buffer, response: Response): Buffer {
  const bytes = 'text' in response ? generated(response) : scored(response)
  bytes.writeUInt32LE(checksum(key, bytes), 0)
  return bytes
}

/** The answer in stored bytes; undefined if they are not what was stored under this key. */
export function decodeAnswer(key: Buffer, bytes: Buffer): Response | undefined {
  if (bytes.length < headBytes || bytes.readUInt32LE(0) !== checksum(key, bytes)) return undefined
  const kind = bytes[headBytes - 1]
  if (kind === loglikelihoodKind && bytes.length === loglikelihoodBytes) return readScored(bytes)
  if (kind === generatedKind) return JSON.parse(bytes.toString('utf8', headBytes)) as GenerateResponse
  return undefined
}

function scored({ logLikelihood, isGreedy, tokens, truncated, alone }: LoglikelihoodResponse): Buffer {
  const bytes = Buffer.alloc(loglikelihoodBytes)
  bytes[headBytes - 1] = loglikelihoodKind
  bytes.writeDoubleLE(logLikelihood, headBytes)
  bytes[headBytes + 8] = (isGreedy ? 1 : 0) | (alone === true ? 2 : 0)
  bytes.writeUInt32LE(tokens, headBytes + 9)
  bytes.writeUInt32LE(truncated, headBytes + 13)
  return bytes
}

function readScored(bytes: Buffer): LoglikelihoodResponse {
  const flags = bytes[headBytes + 8] as number
  return {
    logLikelihood: bytes.readDoubleLE(headBytes),
    isGreedy: (flags & 1) !== 0,
    tokens: bytes.readUInt32LE(headBytes + 9),
    truncated: bytes.readUInt32LE(headBytes + 13),
    ...((flags & 2) === 0 ? {} : { alone: true }),
  }
}

/** JSON, so that a lone surrogate of the text survives. */
function generated({ text, stopReason, tokens, truncated }: GenerateResponse): Buffer {
  const json = Buffer.from(JSON.stringify({ text, stopReason, tokens, truncated }), 'utf8')
  return Buffer.concat([Buffer.from([0, 0, 0, 0, generatedKind]), json])
}

function checksum(key: Buffer, bytes: Buffer): number {
  return crc32(bytes.subarray(headBytes - 1), crc32(key))
}
