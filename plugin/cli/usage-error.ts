/** A command line that cannot be understood. It ends the command with exit code 2 and its usage text. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
