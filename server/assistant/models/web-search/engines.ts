import { z } from "zod";
import { toUrl } from "../../../core/text/parse-url.ts";
import type { WebHit } from "./port.ts";

/** How one engine is asked, and how its answer is read. */
export interface Engine {
  /** Where it is asked unless the operator says otherwise; null where everybody runs their own. */
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
/** Brave shows what it found in bold. */
const markup = /<\/?strong>/g;

/** The engines that can be chosen, by their public APIs as of November 2026: tavily.com, brave.com/search/api and docs.searxng.org. */
export const engines: Record<"tavily" | "brave" | "searxng", Engine> = {
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
