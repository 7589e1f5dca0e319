import { z } from "zod";
import { toUrl } from "../../../core/text/parse-url.ts";
import { boundedText } from "../bounded-text.ts";
import type { WebHit, WebSearch } from "./port.ts";

export interface HttpWebSearchOptions {
  provider: keyof typeof engines;
  /** Null: the provider's default. */
  url: string | null;
  apiKey: string | undefined;
  timeoutMs?: number;
}

/** Longest query that is sent: engines cut or reject longer ones (Brave: 400 characters, 50 words). */
const maxQueryChars = 380;
const maxQueryWords = 48;
/** A response with twenty pages and their snippets has about 50 kB. */
const maxAnswerBytes = 1_000_000;
const defaultTimeoutMs = 8_000;

/** Queries a search engine over HTTP. The operator sets its address, which may be private. */
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

/** Removes duplicates, and results that a browser does not open as a page. */
function distinct(hits: WebHit[]): WebHit[] {
  const known = new Set<string>();
  return hits.filter(({ url }) => {
    if (!/^https?:\/\//i.test(url) || known.has(url)) return false;
    known.add(url);
    return true;
  });
}

/** Request and response format of a search engine. */
interface Engine {
  /** Default address; null when every operator runs their own instance. */
  address: string | null;
  request(asked: { address: string; apiKey: string | undefined; query: string; limit: number }): {
    url: string;
    method: "GET" | "POST";
    headers: Record<string, string>;
    body?: string;
  };
  hits(answer: unknown): WebHit[];
}

const text = z.string().nullish();
const named = z.object({ title: text, url: z.string() });

function hit({ title, url }: z.infer<typeof named>, snippet: string | null | undefined): WebHit {
  return { title: title?.trim() || url, url, snippet: snippet?.trim() ?? "" };
}

const tavilyAnswer = z.object({ results: z.array(named.extend({ content: text })) });
const braveAnswer = z.object({
  web: z.object({ results: z.array(named.extend({ description: text })) }).nullish(),
});
const searxngAnswer = z.object({ results: z.array(named.extend({ content: text })) });
/** Brave marks matches in bold. */
const markup = /<\/?strong>/g;

/** The available engines, by their public APIs as of November 2026: tavily.com, brave.com/search/api and docs.searxng.org. */
const engines: Record<"tavily" | "brave" | "searxng", Engine> = {
  tavily: {
    address: "https://api.tavily.com/search",
    request: ({ address, apiKey, query, limit }) => ({
      url: address,
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${apiKey ?? ""}` },
      body: JSON.stringify({ query, max_results: limit, search_depth: "basic" }),
    }),
    hits: (answer) => tavilyAnswer.parse(answer).results.map((found) => hit(found, found.content)),
  },
  brave: {
    address: "https://api.search.brave.com/res/v1/web/search",
    request: ({ address, apiKey, query, limit }) => ({
      url: withQuery(address, { q: query, count: String(limit) }),
      method: "GET",
      headers: { accept: "application/json", "x-subscription-token": apiKey ?? "" },
    }),
    hits: (answer) =>
      (braveAnswer.parse(answer).web?.results ?? []).map((found) =>
        hit(found, found.description?.replaceAll(markup, "")),
      ),
  },
  searxng: {
    address: null,
    request: ({ address, apiKey, query }) => ({
      url: withQuery(address, { q: query, format: "json" }),
      method: "GET",
      headers: { accept: "application/json", ...(apiKey ? { authorization: `Bearer ${apiKey}` } : {}) },
    }),
    hits: (answer) => searxngAnswer.parse(answer).results.map((found) => hit(found, found.content)),
  },
};

function withQuery(address: string, query: Record<string, string>): string {
  const url = toUrl(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
