import { decontaminationKinds } from '../../decontamination/kinds.ts'
import { hashKinds } from '../../results/check-hashes.ts'
import type { CheckCase } from '../runner/outcome.ts'
import { checkAccAllStderr, checkAggregate, checkRegistry, checkSoftmax } from './scoring-aggregation.ts'
import { checkHfBleu, checkSacrebleu, checkTokenize13a } from './scoring-bleu.ts'
import { checkDatasetDocs } from './scoring-dataset.ts'
import { checkSimpleEvaluate } from './scoring-e2e.ts'
import { checkFilter } from './scoring-filters.ts'
import { checkGoldenRecompute, checkGoldenText } from './scoring-golden.ts'
import { checkGroups } from './scoring-groups.ts'
import { checkMtsDialog, checkMtsDialogAggregate } from './scoring-mts-dialog.ts'
import { checkProcessResults } from './scoring-process-results.ts'
import { checkMersenneChoices, checkMersenneRandom, checkMersenneShuffleSample } from './scoring-random.ts'
import {
  checkNumpyChoice,
  checkPorterStem,
  checkRouge,
  checkRougeAggregate,
  checkRougeMulti,
  checkRougeTokenize,
} from './scoring-rouge.ts'
import {
  checkBootstrapStderr,
  checkMeanStderr,
  checkPooledStderr,
  checkStddev,
  checkStderrForMetric,
} from './scoring-stderr.ts'
import { checkMakeTable } from './scoring-table.ts'
import { checkTaskAggregation } from './scoring-task-aggregation.ts'
import { checkGeneralDetokenize, checkParseArgs } from './scoring-text.ts'

/** What is done with a case of scoring, by its kind. */
export const scoringKinds: Readonly<Record<string, CheckCase>> = {
  registry: checkRegistry,
  aggregate: checkAggregate,
  softmax: checkSoftmax,
  acc_all_stderr: checkAccAllStderr,
  mean_stderr: checkMeanStderr,
  stddev: checkStddev,
  bootstrap_stderr: checkBootstrapStderr,
  stderr_for_metric: checkStderrForMetric,
  pooled_stderr: checkPooledStderr,
  task_aggregation: checkTaskAggregation,
  mt19937_random: checkMersenneRandom,
  mt19937_choices: checkMersenneChoices,
  mt19937_shuffle_sample: checkMersenneShuffleSample,
  filter: checkFilter,
  process_results: checkProcessResults,
  groups: checkGroups,
  dataset_docs: checkDatasetDocs,
  simple_evaluate: checkSimpleEvaluate,
  golden_text: checkGoldenText,
  golden_recompute: checkGoldenRecompute,
  parse_args: checkParseArgs,
  general_detokenize: checkGeneralDetokenize,
  rouge: checkRouge,
  rouge_multi: checkRougeMulti,
  rouge_tokenize: checkRougeTokenize,
  porter_stem: checkPorterStem,
  rouge_aggregate: checkRougeAggregate,
  numpy_choice: checkNumpyChoice,
  sacrebleu_corpus_bleu: checkSacrebleu,
  sacrebleu_options: checkSacrebleu,
  tokenize_13a: checkTokenize13a,
  hf_bleu: checkHfBleu,
  mts_dialog: checkMtsDialog,
  mts_dialog_aggregate: checkMtsDialogAggregate,
  make_table: checkMakeTable,
  ...decontaminationKinds,
  ...hashKinds,
}
