/** The file is at fault, not the parser. The message is shown to the person who added it. */
export class UnreadableFile extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.name = "UnreadableFile";
  }
}
