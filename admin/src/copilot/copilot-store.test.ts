import { expect, it, onTestFinished, vi } from "vitest";
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

it("shows each status for 300 ms, also where several come at once, and then what came of the run", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let state = "running";
  const admin = (path: string) =>
    Promise.resolve(path.includes("/1") ? { id: "1", messages: [{ state }] } : { items: [] });
  const store = copilotStoreOf({ admin } as unknown as Api);
  await store.open("1");
  state = "done";
  for (const status of ["Understanding the message", "Searching the web for VAT", null]) store.heard("1", status);
  expect(store.status.value).toBe("Understanding the message");
  await vi.advanceTimersByTimeAsync(299);
  expect(store.status.value).toBe("Understanding the message");
  await vi.advanceTimersByTimeAsync(1);
  expect(store.status.value).toBe("Searching the web for VAT");
  await vi.advanceTimersByTimeAsync(300);
  expect(store.status.value).toBeNull();
  expect(store.talk.state.value).toMatchObject({ value: { messages: [{ state: "done" }] } });
});
