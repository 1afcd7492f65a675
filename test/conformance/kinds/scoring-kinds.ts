import type { CheckCase } from '../runner/outcome.ts'
import { checkAccAllStderr, checkAggregate, checkRegistry, checkSoftmax } from './scoring-aggregation.ts'
import { checkSimpleEvaluate } from './scoring-e2e.ts'
import { checkFilter } from './scoring-filters.ts'
import { checkGoldenRecompute, checkGoldenText } from './scoring-golden.ts'
import { checkGroups } from './scoring-groups.ts'
import { checkProcessResults } from './scoring-process-results.ts'
import { checkMersenneChoices, checkMersenneRandom, checkMersenneShuffleSample } from './scoring-random.ts'
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
  simple_evaluate: checkSimpleEvaluate,
  golden_text: checkGoldenText,
  golden_recompute: checkGoldenRecompute,
  parse_args: checkParseArgs,
  general_detokenize: checkGeneralDetokenize,
  make_table: checkMakeTable,
}
