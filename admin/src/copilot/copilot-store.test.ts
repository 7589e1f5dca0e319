import { expect, it } from "vitest";
import type { Api } from "../api.ts";
import { copilotStoreOf } from "./copilot-store.ts";

it("a first message begins its conversation in one step, also where it could not be sent at once", async () => {
  const calls: unknown[] = [];
  let isDown = true;
  const admin = (path: string, { method = "GET", body }: { method?: string; body?: unknown } = {}) => {
    if (method === "GET") return Promise.resolve({ items: [] });
    calls.push([path, body]);
    return isDown ? Promise.reject(new Error("no connection")) : Promise.resolve({ id: "1", messages: [] });
  };
  // Nothing else of it is asked for.
  const store = copilotStoreOf({ admin } as unknown as Api);
  const message = { id: "1", text: "How long?", mentions: {} };
  expect(await store.send(null, message)).toHaveProperty("problem");
  isDown = false;
  expect(await store.send(null, message)).toEqual({ done: "1" });
  expect(calls).toEqual(Array(2).fill(["/copilot/conversations", { message }]));
});
