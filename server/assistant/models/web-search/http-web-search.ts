import { boundedText } from "../bounded-text.ts";
import { engines } from "./engines.ts";
import type { WebHit, WebSearch } from "./port.ts";

export interface HttpWebSearchOptions {
  provider: keyof typeof engines;
  /** Null: the provider's own. */
  url: string | null;
  apiKey: string | undefined;
  timeoutMs?: number;
}

/** Longest query that is sent: engines cut longer ones, or refuse them (Brave: 400 characters, 50 words). */
const maxQueryChars = 380;
const maxQueryWords = 48;
/** An answer of twenty pages with their snippets has some 50 kB. */
const maxAnswerBytes = 1_000_000;
const defaultTimeoutMs = 8_000;

/** Asks a search engine over HTTP. Its address is the operator's and may be private. */
export function createHttpWebSearch(options: HttpWebSearchOptions): WebSearch {
  const { provider, apiKey, timeoutMs = defaultTimeoutMs } = options;
  const engine = engines[provider];
  const address = options.url ?? engine.address;
  if (address === null) throw new Error(`${provider} has no address of its own`);
  return {
    async search(query, { limit, signal }) {
      const { url, ...request } = engine.request({ address, apiKey, query: shortened(query), limit });
      const response = await fetch(url, {
        ...request,
        redirect: "error",
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`the search engine answered with ${response.status}`);
      }
      return distinct(engine.hits(JSON.parse(await boundedText(response, maxAnswerBytes, "the search engine")))).slice(
        0,
        limit,
      );
    },
  };
}

function shortened(query: string): string {
  return query.split(/\s+/).slice(0, maxQueryWords).join(" ").slice(0, maxQueryChars).trim();
}

/** Each page once, and only what a browser opens as a page. */
function distinct(hits: WebHit[]): WebHit[] {
  const known = new Set<string>();
  return hits.filter(({ url }) => {
    if (!/^https?:\/\//i.test(url) || known.has(url)) return false;
    known.add(url);
    return true;
  });
}
