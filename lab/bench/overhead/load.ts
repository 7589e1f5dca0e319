import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { openSession, origin } from "../parley.ts";

const agent = new Agent({ keepAlive: true, maxSockets: 1024, maxFreeSockets: 1024 });

/** Times of one answer, in ms from sending the request; NaN when it never arrived. */
export interface Answer {
  firstTokenMs: number;
  totalMs: number;
  text: string;
}

export interface Post {
  url: string;
  headers?: Record<string, string>;
  body: object;
}

/** Sends JSON and reads the response to its end; `mark` is the text that marks the first token. */
export function post({ url, headers = {}, body }: Post, mark: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const from = performance.now();
    const sent = request(
      url,
      { method: "POST", agent, headers: { "content-type": "application/json", ...headers } },
      (response) => {
        let text = "";
        let firstTokenMs = Number.NaN;
        response.setEncoding("utf8");
        response.on("data", (part: string) => {
          text += part;
          if (Number.isNaN(firstTokenMs) && text.includes(mark)) firstTokenMs = performance.now() - from;
        });
        response.on("end", () => {
          if (response.statusCode === 200 || response.statusCode === 201)
            resolve({ firstTokenMs, totalMs: performance.now() - from, text });
          else reject(new Error(`${url} returned status ${response.statusCode}: ${text.slice(0, 200)}`));
        });
        response.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(JSON.stringify(body));
  });
}

/** The request that asks a question on a new session. */
export function question(api: string, token: string, asked: { origin: string; content: string }): Post {
  return {
    url: `${api}/chat/stream`,
    headers: { origin: asked.origin, authorization: `Bearer ${token}` },
    body: { message_id: randomUUID(), content: asked.content },
  };
}

/** Processes all items, at most `width` at once. */
export async function inParallel<T, R>(items: T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) {
      // The index is within the array.
      results[index] = await work(items[index] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  return results;
}

/** Sessions opened at the same time. This happens before the clock starts, so speed limits are not needed. */
const openedAtOnce = 8;

/** Requests to a tenant, each on a new session that is opened before the clock starts. */
export interface Asks {
  /** New questions. */
  fresh(count: number): Promise<Post[]>;
  /** Questions that were answered before, so that the answer is cached. */
  repeats(count: number): Promise<Post[]>;
}

export function createAsks(api: string, tenantId: string): Asks {
  let asked = 0;
  const ask = async (count: number, contentOf: () => string) => {
    const sessions = await inParallel(Array(count).fill(0), openedAtOnce, () => openSession(api, tenantId));
    return sessions.map(({ token }) => question(api, token, { origin, content: contentOf() }));
  };
  return {
    fresh: (count) =>
      ask(count, () => {
        asked += 1;
        return `How do I repair kite model ${asked}?`;
      }),
    async repeats(count) {
      const [first, ...rest] = await ask(count + 1, () => "How do I wash a kite?");
      if (first) await post(first, "event: token");
      return rest;
    },
  };
}
