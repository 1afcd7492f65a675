import { strip } from '../../../python/index.ts'
import { splitWestern } from './western.ts'

/**
 * What sacrebleu takes for Chinese. Two of its ranges are written with too short escapes and mean U+2001 to U+2A6D and U+2F81
 * to U+2FA1, so dashes, curved quotes, arrows and mathematical signs stand alone too, and no character past U+FFFF does.
 */
const alone =
  /[\u{2001}-\u{2a6d}\u{2e80}-\u{2fdf}\u{2ff0}-\u{303f}\u{3100}-\u{312f}\u{31a0}-\u{31bf}\u{31c0}-\u{31ef}\u{3200}-\u{33ff}\u{3400}-\u{4db5}\u{4e00}-\u{9fbb}\u{f900}-\u{fa2d}\u{fa30}-\u{fa6a}\u{fa70}-\u{fad9}\u{fe10}-\u{fe1f}\u{fe30}-\u{fe4f}\u{ff00}-\u{ffef}]/gu

/** Tokens as sacrebleu's tokeniser `zh` finds them: each Chinese character by itself, the rest as in Western text. */
export function tokenizeChinese(text: string): string[] {
  return splitWestern(strip(text).replace(alone, ' $& '))
}
