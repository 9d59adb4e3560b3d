/** The file is refused, and nothing was written. Its message is a sentence for the operator. */
export class UnreadableArchive extends Error {
  override readonly name = 'UnreadableArchive';

  constructor(reason: string, cause?: unknown) {
    super(`This archive cannot be read in: ${reason}. Nothing was written.`, { cause });
  }
}
