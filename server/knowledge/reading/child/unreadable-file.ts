/** The file is invalid, but the parser works. The user who added the file sees the message. */
export class UnreadableFile extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.name = "UnreadableFile";
  }
}
