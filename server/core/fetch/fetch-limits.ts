/** Limits for fetching one page. */
export interface FetchLimits {
  /** Limit after decompression. */
  bytes: number;
  /** From the first DNS lookup to the last byte, redirects included. */
  totalMs: number;
  redirects: number;
  /** Allowed ports. */
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

/** This program's name in robots.txt. */
export const robotName = "ParleyBot";
export const userAgent = `Mozilla/5.0 (compatible; ${robotName}/1.0; reads pages that their owner added to a help desk)`;
