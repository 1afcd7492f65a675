/**
 * Metrics that compare texts: BLEU, chrF, TER and ROUGE, each equal to the Python package that its function names; BERTScore and
 * BLEURT, which encoders compute afterwards.
 */
export { type BleuOptions, type BleuScore, bleuScore, type Smoothing } from './bleu/bleu-score.ts'
export { type EvaluateBleu, type EvaluateBleuOptions, evaluateBleu } from './bleu/evaluate-bleu.ts'
export { type BleuTokenOptions, bleuStatistics } from './bleu/sentence-statistics.ts'
export { type ChrfOptions, chrfScore, chrfStatistics } from './chrf/chrf.ts'
export { bertScore, bleurt, type EncoderFigure } from './encoder-figure.ts'
export { porterStem } from './rouge/porter-stem.ts'
export { type RougeOptions, rouge, rougeMulti } from './rouge/rouge.ts'
export type { RougeScore } from './rouge/rouge-score.ts'
export { tokenizeRouge } from './rouge/tokenize-rouge.ts'
export { sumRows } from './sum-rows.ts'
export { type TerOptions, terScore, terStatistics } from './ter/ter.ts'
export { type TokenizerName, tokenizers } from './tokenize/index.ts'
