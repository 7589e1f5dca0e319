/** Allowed file types, by file extension. Kept free of zod, so that screens can import it. */
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
