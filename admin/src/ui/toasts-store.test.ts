import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createToastsStore } from "./toasts-store.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a note goes by itself, but not while somebody is at it", () => {
  const toasts = createToastsStore();
  const shown = () => toasts.items.value.map(({ text }) => text);
  toasts.show("Saved.");
  vi.advanceTimersByTime(4_000);
  toasts.hold(true);
  toasts.fail("Failed.");
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual(["Saved.", "Failed."]);
  toasts.hold(false);
  vi.advanceTimersByTime(6_000);
  expect(shown()).toEqual(["Failed."]);
  toasts.hold(true);
  toasts.dismiss(2);
  // A removed toast cannot have the pointer or focus.
  toasts.show("Next.");
  vi.advanceTimersByTime(6_000);
  expect(shown()).toEqual([]);
});
