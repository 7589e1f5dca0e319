import { expect, it, vi } from "vitest";
import type { Api } from "../../api.ts";
import { createMentionsStore } from "./mentions-store.ts";

it("mentions are read at once the first time, and several later changes lead to one reading", async () => {
  vi.useFakeTimers();
  const call = vi.fn(async () => ({ items: [] }));
  const mentions = createMentionsStore({ call: call as unknown as Api["call"] });
  mentions.changed();
  expect(call).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(mentions.items.value).toEqual([]);
  mentions.changed();
  mentions.changed();
  await vi.advanceTimersByTimeAsync(400);
  expect(call).toHaveBeenCalledTimes(2);
  mentions.close();
  vi.useRealTimers();
});
