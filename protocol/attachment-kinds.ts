/** What may be sent, by the ending of its name. No schema stands here, so that the screens can read it. */
export const attachmentKinds = [
  "png",
  "jpeg",
  "webp",
  "gif",
  "pdf",
  "txt",
  "csv",
  "log",
  "docx",
  "xlsx",
  "zip",
] as const;
