import { expect, it } from "vitest";
import type { Api } from "../api.ts";
import { copilotStoreOf } from "./copilot-store.ts";

/** Answers each call; `refused` says which of those that send a message fail. */
function storeWith(refused: boolean[]) {
  const calls: string[] = [];
  const admin = (path: string, { method = "GET" } = {}) => {
    calls.push(`${method} ${path}`);
    const [, to] = /conversations\/([^/]+)\/messages$/.exec(path) ?? [];
    if (to)
      return refused.shift() ? Promise.reject(new Error("no connection")) : Promise.resolve({ id: to, messages: [] });
    return Promise.resolve(method === "POST" ? { id: "begun" } : { items: [] });
  };
  // Nothing else of it is asked for.
  const store = copilotStoreOf({ admin } as unknown as Api);
  return { store, sent: () => calls.filter((call) => call.endsWith("/messages")), calls };
}

const message = { id: "1", text: "How long?", mentions: {} };

it("a new conversation is not taken for the one in which a message could not be sent before", async () => {
  const { store, sent } = storeWith([true, false]);
  await store.send("old", message);
  expect(await store.send(null, message)).toEqual({ done: "begun" });
  expect(sent()).toEqual(["POST /copilot/conversations/old/messages", "POST /copilot/conversations/begun/messages"]);
});

it("a first message that could not be sent is tried again in the conversation that was begun for it", async () => {
  const { store, calls } = storeWith([true, true, false]);
  await store.send(null, message);
  await store.send("other", message);
  expect(await store.send(null, message)).toEqual({ done: "begun" });
  expect(calls.filter((call) => call === "POST /copilot/conversations")).toHaveLength(1);
});
