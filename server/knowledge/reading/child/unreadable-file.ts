/** The file is invalid, not the parser. The person who added it sees the message. */
export class UnreadableFile extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.name = "UnreadableFile";
  }
}
