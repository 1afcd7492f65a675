/** What a model has done so far. */
export interface Work {
  /** Runs of the model. */
  runs: number
  /** Tokens that it ran over, padding included. */
  computed: number
  /** Rows of logits that were asked for. */
  places: number
  /** Tokens of all requests together, and how many of them are distinct: what requests begin with alike counted once. */
  summed: number
  distinct: number
}

export const noWork = (): Work => ({ runs: 0, computed: 0, places: 0, summed: 0, distinct: 0 })
