/** Limits for parsing one file. */
export interface ParserLimits {
  /** Largest file, in bytes. */
  fileBytes: number;
  /** Largest file of text, markup or a table, in bytes; its memory grows during parsing. */
  textBytes: number;
  /** Time for everything except OCR, in ms. */
  timeMs: number;
  /** Additional time for scanned pages, in ms. */
  scanTimeMs: number;
  /** Most scanned pages that are read. */
  scanPages: number;
  /** Largest resident memory of the parser's process, in bytes. */
  rssBytes: number;
  /** Largest JavaScript heap of that process, in MB. */
  heapMb: number;
  pages: number;
  /** Most characters of text in the result. */
  characters: number;
  /** Most lines of an e-mail; its parser allocates memory for each. */
  emailLines: number;
}

const megabyte = 1024 * 1024;

export const defaultLimits: ParserLimits = {
  fileBytes: 50 * megabyte,
  textBytes: 10 * megabyte,
  timeMs: 60_000,
  // OCR of a dense page takes 5 to 12 s on one core.
  scanTimeMs: 180_000,
  scanPages: 20,
  rssBytes: 512 * megabyte,
  heapMb: 256,
  pages: 2_000,
  characters: 5_000_000,
  // The largest accepted e-mail has 36 MB. If it is all base64 in lines of 78 bytes, it has 480,000 lines.
  emailLines: 600_000,
};
