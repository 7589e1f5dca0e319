import { expect, it } from "vitest";
import type { Api } from "../api.ts";
import { playgroundStoreOf } from "./playground-store.ts";

it("a first question that could not be sent is tried again in the run that was begun for it", async () => {
  const calls: string[] = [];
  let tries = 0;
  const admin = (path: string, { method = "GET" } = {}) => {
    calls.push(`${method} ${path}`);
    if (!path.endsWith("/messages")) return Promise.resolve(method === "POST" ? { id: "begun" } : { items: [] });
    tries += 1;
    return tries === 1 ? Promise.reject(new Error("no connection")) : Promise.resolve({ id: "begun", messages: [] });
  };
  // Nothing else of it is asked for.
  const store = playgroundStoreOf({ admin } as unknown as Api);
  const question = { id: "1", content: "How long?" };
  await store.send(null, question);
  expect(await store.send(null, question)).toEqual({ done: "begun" });
  expect(calls.filter((call) => call === "POST /playground/runs")).toHaveLength(1);
});
