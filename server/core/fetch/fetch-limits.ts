/** What fetching one page may cost. */
export interface FetchLimits {
  /** After decompression. */
  bytes: number;
  /** From the first look-up to the last byte, redirects included. */
  totalMs: number;
  redirects: number;
  /** Ports that may be asked. */
  ports: number[] | "any";
  urlChars: number;
}

export const defaultFetchLimits: FetchLimits = {
  bytes: 20 * 1024 * 1024,
  totalMs: 30_000,
  redirects: 5,
  ports: [80, 443, 8080, 8443],
  urlChars: 2_048,
};

/** What robots.txt calls this program. */
export const robotName = "ParleyBot";
export const userAgent = `Mozilla/5.0 (compatible; ${robotName}/1.0; reads pages that their owner added to a help desk)`;
