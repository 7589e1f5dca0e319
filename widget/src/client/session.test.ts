import { afterEach, describe, expect, it, vi } from "vitest";
import { Api, ApiError } from "./api.ts";
import { identityOf, openSession } from "./session.ts";
import { createSessionStore } from "./storage.ts";

const answer = {
  token: "new",
  expires_at: "2026-03-02T10:00:00.000Z",
  ticket: { id: "k", number: 1, status: "open", owner: "assistant" },
  theme: {},
  greeting: "",
  starters: [],
  messages: [],
  pending: null,
  sequence: 0,
};

function memoryStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
}

function blockedStorage(): never {
  throw new DOMException("denied", "SecurityError");
}

async function open(options: {
  kept?: string;
  identity?: string;
  keptIdentity?: string;
  refuse?: number;
  blocked?: boolean;
  ending?: string;
  hash?: string;
}) {
  vi.stubGlobal("location", { hash: options.hash ?? "" });
  const links: unknown[] = [];
  const tokens: (string | undefined)[] = [];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    const token = (init.headers as Record<string, string>)["Authorization"];
    tokens.push(token);
    links.push((JSON.parse(String(init.body)) as { link?: unknown }).link);
    return token && options.refuse ? new Response("{}", { status: options.refuse }) : Response.json(answer);
  });
  const storage = memoryStorage();
  const store = createSessionStore("tenant", options.blocked ? blockedStorage : () => storage);
  if (options.kept) store.write({ token: options.kept, identity: options.keptIdentity });
  const { identity } = options;
  const session = openSession({
    api: new Api("https://parley.example"),
    store,
    tenantId: "tenant",
    visitor: { identity },
    ending: options.ending,
    locale: "en",
    page: undefined,
    signal: new AbortController().signal,
  });
  return { session: await session, tokens, links, kept: storage.getItem("parley:tenant"), store };
}

const signed = (claims: object) => `x.${btoa(JSON.stringify(claims))}.y`;

describe("a session", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("is begun without a token and kept", async () => {
    const { tokens, kept, session } = await open({});
    expect(tokens).toEqual([undefined]);
    expect(JSON.parse(kept ?? "")).toEqual({ token: "new", ticket: "k" });
    expect(session.continued).toBe(false);
  });

  it("by the link of a mail says so beside the kept token, and other fragments are the page's own", async () => {
    expect(await open({ kept: "old", hash: "#parley=a.b-c_d.e" })).toMatchObject({
      tokens: ["Bearer old"],
      links: ["a.b-c_d.e"],
    });
    for (const hash of ["#parley", "#/cart", "#section=parley", ""])
      expect((await open({ hash })).links).toEqual([undefined]);
  });

  it("is continued with the kept token", async () => {
    const { tokens, session } = await open({ kept: "old" });
    expect(tokens).toEqual(["Bearer old"]);
    expect(session.continued).toBe(true);
  });

  it("keeps what another tab noted while it was renewed", async () => {
    vi.stubGlobal("location", { hash: "" });
    const storage = memoryStorage();
    const store = createSessionStore("tenant", () => storage);
    store.write({ token: "old", ticket: "k" });
    vi.stubGlobal("fetch", async () => {
      store.update({ seen: "m2" });
      return Response.json(answer);
    });
    const api = new Api("https://parley.example");
    const { signal } = new AbortController();
    await openSession({ api, store, tenantId: "tenant", visitor: {}, locale: "en", page: undefined, signal });
    expect(store.read()).toMatchObject({ token: "new", seen: "m2" });
  });

  it("is begun anew when the kept token no longer counts", async () => {
    const { tokens, session } = await open({ kept: "old", refuse: 401 });
    expect(tokens).toEqual(["Bearer old", undefined]);
    expect(session.continued).toBe(false);
  });

  it("fails when the page may not chat", async () => {
    await expect(open({ kept: "old", refuse: 403 })).rejects.toBeInstanceOf(ApiError);
  });

  it("of another visitor is not continued, and the server hears of it so that it ends", async () => {
    const { tokens, kept, session } = await open({
      kept: "old",
      keptIdentity: "anna",
      identity: signed({ external_id: "ben" }),
    });
    expect(tokens).toEqual(["Bearer old"]);
    expect(session.continued).toBe(false);
    expect(JSON.parse(kept ?? "")).toEqual({ token: "new", identity: "ben", ticket: "k" });
  });

  it("that was left by signing out is ended with the token that the page still holds", async () => {
    const { tokens, session } = await open({ ending: "left" });
    expect(tokens).toEqual(["Bearer left"]);
    expect(session.continued).toBe(false);
  });

  it("lives in the page's memory when storage is blocked", async () => {
    const { store, kept } = await open({ blocked: true });
    expect(kept).toBeNull();
    expect(store.read()).toMatchObject({ token: "new" });
  });

  it("never keeps the signed identity itself", () => {
    expect(identityOf({ identity: signed({ sub: "anna" }) })).toBe("anna");
    expect(identityOf({ identity: "not a token" })).toBe("signed");
    expect(identityOf({})).toBeUndefined();
  });
});
