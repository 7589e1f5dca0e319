import { expect, test } from "vitest";
import { waitFor } from "./wait-for.ts";

test("waits until the condition holds and returns its value", async () => {
  let calls = 0;
  const value = await waitFor(() => (++calls === 3 ? "there" : undefined), { intervalMs: 1 });
  expect(value).toBe("there");
  expect(calls).toBe(3);
});

test("an error counts as not yet, and is the cause when time runs out", async () => {
  const broken = new Error("no connection");
  const waiting = waitFor(() => Promise.reject(broken), { what: "the server", timeoutMs: 20, intervalMs: 5 });
  await expect(waiting).rejects.toMatchObject({ message: "Waited 20 ms in vain for the server", cause: broken });
});
