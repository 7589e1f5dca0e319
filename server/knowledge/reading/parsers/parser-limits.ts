/** Limits for parsing one file. */
export interface ParserLimits {
  /** Size of the file. */
  fileBytes: number;
  /** Size of a file that is text, markup or a table, whose memory grows during parsing. */
  textBytes: number;
  /** Time for everything but OCR. */
  timeMs: number;
  /** Additional time for pages that are pictures. */
  scanTimeMs: number;
  /** Most pages that are pictures and are read. */
  scanPages: number;
  /** Resident memory of the parser's process. */
  rssBytes: number;
  /** The JavaScript heap in it. */
  heapMb: number;
  pages: number;
  /** Characters of text in the result. */
  characters: number;
  /** Lines of an e-mail; its parser allocates memory for each. */
  emailLines: number;
}

const megabyte = 1024 * 1024;

export const defaultLimits: ParserLimits = {
  fileBytes: 50 * megabyte,
  textBytes: 10 * megabyte,
  timeMs: 60_000,
  // A dense page takes 5 to 12 s on one core.
  scanTimeMs: 180_000,
  scanPages: 20,
  rssBytes: 512 * megabyte,
  heapMb: 256,
  pages: 2_000,
  characters: 5_000_000,
  // The largest accepted e-mail, 36 MB, has 480,000 lines if it is all base64 in lines of 78 bytes.
  emailLines: 600_000,
};
