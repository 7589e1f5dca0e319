import { describe, expect, it, vi } from "vitest";
import { toVisitor } from "../client/visitor.ts";
import { Listeners } from "../panel/listeners.ts";
import { createFunction, queuedCalls } from "./calls.ts";
import { readOptions } from "./options.ts";

describe("calls before the widget is there", () => {
  it("are read from an array of calls", () => {
    expect(queuedCalls([["open", { question: "Hi" }], "close"])).toEqual([["open", { question: "Hi" }], ["close"]]);
  });

  it("are read from a function that collects its arguments", () => {
    const collect: { (...call: unknown[]): void; q?: unknown[] } = (...call) => {
      collect.q = [...(collect.q ?? []), call];
    };
    collect("on", "open", "listener");
    expect(queuedCalls(collect)).toEqual([["on", "open", "listener"]]);
  });

  it.each([undefined, null, 5, "open", {}, () => undefined])("are none in %s", (queue) => {
    expect(queuedCalls(queue)).toEqual([]);
  });

  it("run in order, and later ones at once, called or pushed", () => {
    const ran: unknown[] = [];
    const parley = createFunction((name, args) => ran.push([name, ...args]), "t");
    parley.push(...queuedCalls([["setPage", { title: "A" }], ["open"]]));
    parley("close");
    parley.push(["toggle"]);
    parley(5);
    expect(ran).toEqual([["setPage", { title: "A" }], ["open"], ["close"], ["toggle"]]);
  });
});

describe("the script tag", () => {
  const src = "https://support.example.com/widget/parley.js";

  it("names the tenant; the server is where the script came from unless it says otherwise", () => {
    const options = readOptions({ src, dataset: { tenant: " t1 " } });
    expect(options?.tenantId).toBe("t1");
    expect(options?.apiUrl()).toBe("https://support.example.com");
    expect(readOptions({ src, dataset: { tenant: "t1", api: "https://api.example.com" } })?.apiUrl()).toBe(
      "https://api.example.com",
    );
    expect(readOptions({ src, dataset: {} })).toBeUndefined();
  });

  it("may say how the launcher looks, within limits", () => {
    const look = (dataset: DOMStringMap) => readOptions({ src, dataset: { tenant: "t", ...dataset } })?.look;
    expect(look({ position: "left", mode: "dark", accent: "#123456" })).toEqual({
      position: "left",
      mode: "dark",
      accent: "#123456",
    });
    expect(look({ position: "top", mode: "pink" })).toEqual({});
  });
});

describe("the page's listeners", () => {
  it("are told until they are taken away, also when one of them throws", () => {
    vi.useFakeTimers();
    const listeners = new Listeners();
    const told: unknown[] = [];
    listeners.add("unread", () => {
      throw new Error("the page's own");
    });
    const remove = listeners.add("unread", (detail: unknown) => told.push(detail));
    listeners.tell("unread", 1);
    remove();
    listeners.tell("unread", 2);
    const named = (detail: unknown) => told.push(detail);
    listeners.add("unread", named);
    listeners.tell("unread", 3);
    listeners.remove("unread", named);
    listeners.tell("unread", 4);
    expect(told).toEqual([1, 3]);
    expect(() => vi.runAllTimers()).toThrow("the page's own");
    vi.useRealTimers();
  });
});

describe("identify", () => {
  it("takes a signed token, a set of fields, or nothing", () => {
    expect(toVisitor("a.b.c")).toEqual({ identity: "a.b.c" });
    expect(toVisitor({ name: "Anna", email: 5 })).toMatchObject({ name: "Anna", email: undefined });
    expect(toVisitor(null)).toEqual({});
  });
});
