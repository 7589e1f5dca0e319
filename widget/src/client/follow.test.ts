import { afterEach, describe, expect, it, vi } from "vitest";
import { backOffMs } from "../../../ui/feed/back-off.ts";
import { Api } from "./api.ts";
import { follow } from "./follow.ts";

vi.mock("../../../ui/feed/back-off.ts", async (original) => ({
  ...(await original<typeof import("../../../ui/feed/back-off.ts")>()),
  pause: vi.fn(async () => undefined),
}));

const event = (sequence: number) =>
  `id: ${sequence}.0\nevent: end\ndata: ${JSON.stringify({ type: "end", event_id: `e${sequence}`, turn_id: null, sequence, created_at: "2026-03-01T10:00:00.000Z" })}\n\n`;

function stream(text: string, ending: "close" | "break"): Response {
  const bytes = new TextEncoder().encode(text);
  let isSent = false;
  return new Response(
    new ReadableStream({
      pull(controller) {
        if (!isSent && bytes.length > 0) controller.enqueue(bytes);
        else if (ending === "close") controller.close();
        else controller.error(new Error("cut"));
        isSent = true;
      },
    }),
  );
}

/** Follows a server that sends these responses one after the other, then ends the test. */
async function run(answers: (() => Response)[]) {
  const over = new AbortController();
  const asked: (string | undefined)[] = [];
  const seen: number[] = [];
  const lives: boolean[] = [];
  let refused = 0;
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    asked.push((init.headers as Record<string, string>)["Last-Event-ID"]);
    const next = answers.shift();
    if (next) return next();
    over.abort();
    throw new TypeError("network");
  });
  await follow({
    api: new Api("https://parley.example"),
    token: () => "t",
    from: "4",
    signal: over.signal,
    onEvent: ({ sequence }) => void seen.push(sequence),
    onLive: (isLive) => void lives.push(isLive),
    onRefused: () => void refused++,
    onHistory: () => undefined,
  });
  return { asked, seen, lives, refused };
}

describe("the live feed", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("comes back at the event it saw last, after a break, an end in good order and a refusal for now", async () => {
    const { asked, seen, lives } = await run([
      () => stream(event(5) + event(6), "break"),
      () => stream(event(7), "close"),
      () => new Response('{"error":{"code":"overloaded"}}', { status: 503, headers: { "Retry-After": "2" } }),
      () => stream(event(8), "close"),
    ]);
    expect(asked).toEqual(["4", "6.0", "7.0", "7.0", "8.0"]);
    expect(seen).toEqual([5, 6, 7, 8]);
    expect(lives).toEqual([true, false, true, false, true]);
  });

  it("comes back behind events that only a newer server knows", async () => {
    const unknown = `id: 6.0\nevent: future\ndata: {"type":"future","sequence":6}\n\n`;
    const { asked, seen } = await run([() => stream(event(5) + unknown, "break"), () => stream(event(7), "close")]);
    expect(asked).toEqual(["4", "6.0", "7.0"]);
    expect(seen).toEqual([5, 7]);
  });

  it("asks again and again where a proxy holds the stream back", async () => {
    vi.useFakeTimers();
    const over = new AbortController();
    const asked: string[] = [];
    const seen: number[] = [];
    vi.stubGlobal("fetch", (url: string, { signal, headers }: RequestInit) => {
      asked.push(`${new URL(url).search} ${(headers as Record<string, string>)["Last-Event-ID"]}`);
      if (asked.length === 4) over.abort();
      if (url.includes("until=now")) return Promise.resolve(stream(`: connected\n\n${event(asked.length)}`, "close"));
      return new Promise((_, reject) =>
        signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError"))),
      );
    });
    const following = follow({
      api: new Api("https://parley.example"),
      token: () => "t",
      from: "4",
      signal: over.signal,
      onEvent: ({ sequence }) => void seen.push(sequence),
      onLive: () => undefined,
      onRefused: () => undefined,
      onHistory: () => undefined,
    });
    await vi.advanceTimersByTimeAsync(10_000);
    await following;
    vi.useRealTimers();
    expect(asked).toEqual([" 4", "?until=now 4", "?until=now 2.0", "?until=now 3.0"]);
    expect(seen.slice(0, 2)).toEqual([2, 3]);
  });

  it("ends when the session is over", async () => {
    const { asked, refused } = await run([() => new Response("{}", { status: 401 })]);
    expect([asked.length, refused]).toEqual([1, 1]);
  });

  it("waits longer after each failure, never in step with others, never beyond half a minute", () => {
    expect([0, 1, 2, 3].map((attempt) => backOffMs(attempt, () => 1))).toEqual([500, 1_000, 2_000, 4_000]);
    expect(backOffMs(50, () => 1)).toBe(30_000);
    expect(backOffMs(2, () => 0)).toBe(1_000);
  });
});
