import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Kept } from "./kept.ts";

const name = "parley:tenant";
let storages: Record<"localStorage" | "sessionStorage", Map<string, string>>;

function storageOf(entries: Map<string, string>) {
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

beforeEach(() => {
  storages = { localStorage: new Map(), sessionStorage: new Map() };
  vi.stubGlobal("window", {
    localStorage: storageOf(storages.localStorage),
    sessionStorage: storageOf(storages.sessionStorage),
  });
});

afterEach(() => vi.unstubAllGlobals());

const keptOf = (identity?: string) => new Kept("tenant", () => identity);

describe("what outlives a page", () => {
  it("is given back to the same visitor only", () => {
    const mine = keptOf("anna");
    mine.store.write({ token: "t", identity: "anna", ticket: "k", follow: true });
    mine.setOpen(true);
    mine.draft = " \n ";
    expect(keptOf("anna").draft).toBe("");
    mine.draft = "half a sentence";
    expect(keptOf("anna").wish).toBe("open");
    expect(keptOf("anna").draft).toBe("half a sentence");
    for (const other of [undefined, "ben"]) {
      expect(keptOf(other).wish).toBeUndefined();
      expect(keptOf(other).draft).toBe("");
      expect(keptOf(other).takeMessages()).toEqual([]);
    }
    mine.setOpen(false);
    expect(keptOf("anna").wish).toBe("follow");
  });

  it.each([
    ["no JSON", "{"],
    ["null", "null"],
    ["a list", "[1]"],
    [
      "fields of other types",
      '{"token":5,"open":"true","draft":7,"messages":[null,{"id":1}],"rated":"up","follow":"yes"}',
    ],
    ["a thumb that is none", '{"token":"t","rated":{"a":"<img>"},"messages":{"length":1}}'],
  ])("is nothing where somebody else wrote %s", (_what, text) => {
    for (const entries of Object.values(storages)) entries.set(name, text);
    const kept = keptOf();
    expect([kept.wish, kept.draft, kept.takeMessages(), kept.thumbs]).toEqual([undefined, "", [], []]);
  });

  it("holds the newest thumbs, one for each message", () => {
    const kept = keptOf();
    kept.store.write({ token: "t" });
    for (let n = 0; n < 60; n++) kept.rate(`m${n}`, "up");
    kept.rate("m30", "down");
    expect(kept.thumbs).toHaveLength(50);
    expect(kept.thumbs.at(-1)).toEqual(["m30", "down"]);
    expect(kept.thumbs.some(([id]) => id === "m5")).toBe(false);
  });

  it("goes away as a whole", () => {
    const kept = keptOf();
    kept.store.write({ token: "t" });
    kept.setOpen(true);
    kept.clear();
    expect([storages.localStorage.size, storages.sessionStorage.size]).toEqual([0, 0]);
  });
});
