export interface WebHit {
  title: string;
  /** http or https. */
  url: string;
  /** The engine's excerpt; may be empty. */
  snippet: string;
}

/** A search engine of the open web. */
export interface WebSearch {
  /** Searches for pages, best first, at most `limit`. @throws Error when the engine fails, is too slow or returns an unexpected format. */
  search(query: string, options: { limit: number; signal: AbortSignal }): Promise<WebHit[]>;
}
