/** A page that a search engine has found. */
export interface WebHit {
  title: string;
  /** http or https. */
  url: string;
  /** What the engine shows of it; may be empty. */
  snippet: string;
}

/** A search engine of the open web. */
export interface WebSearch {
  /** Pages for the query, best first, at most `limit`. @throws Error when the engine fails, is late or answers in another shape. */
  search(query: string, options: { limit: number; signal: AbortSignal }): Promise<WebHit[]>;
}
