import { afterEach, expect, it, vi } from "vitest";
import type { InitResponse } from "../../../protocol/requests.ts";
import { type Api, ApiError } from "./api.ts";
import { LiveSession, type LiveSessionHooks } from "./live-session.ts";

vi.mock("../panel/parts.ts", () => ({
  parts: { stream: { load: async () => ({ followTogether: async () => undefined }) } },
}));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("is renewed before its token ends, also when the network comes back late", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { hash: "" });
  const lifeMs = 10_000;
  const answer = (token: string) =>
    ({
      token,
      expires_at: new Date(Date.now() + lifeMs).toISOString(),
      ticket: { id: "t", number: 1, status: "open", owner: "assistant" },
      theme: {},
      greeting: "",
      starters: [],
      messages: [],
      pending: null,
      sequence: 0,
    }) as unknown as InitResponse; // as much of it as a session reads
  let asked = 0;
  const post = async () => {
    asked += 1;
    if (asked < 3) throw new ApiError("network", 0);
    return Response.json(answer("second"));
  };
  const store = { read: () => undefined, write: () => undefined, update: () => undefined, clear: () => undefined };
  const ignore = () => undefined;
  const hooks: LiveSessionHooks = {
    who: () => ({ visitor: {}, ending: undefined }),
    mayBegin: () => true,
    onStarted: ignore,
    onFailed: ignore,
    onNothing: ignore,
    onEvent: ignore,
    onLive: ignore,
    onHistory: ignore,
    onOver: ignore,
  };
  const options = { apiUrl: "https://parley.example", tenantId: "a", locale: "en", visitor: {}, page: ignore };
  const session = new LiveSession({ api: { post } as unknown as Api, store, options } as never, hooks);
  session.start(answer("first"));
  await vi.advanceTimersByTimeAsync(lifeMs - 1);
  expect([asked, session.token]).toEqual([3, "second"]);
  session.end();
});
