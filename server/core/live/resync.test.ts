import { expect, it, vi } from "vitest";
import { createResync } from "./resync.ts";

const names = Array.from({ length: 100 }, (_, index) => `channel ${index}`);

it("runs another round for a call that comes while one is under way, and none for a poll", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const told = new Map<string, number>();
    const resync = createResync(
      () => [...names],
      (name) => told.set(name, (told.get(name) ?? 0) + 1),
    );
    const rounds = () => new Set(names.map((name) => told.get(name) ?? 0));
    resync.all();
    expect(told.size).toBe(20);
    resync.poll();
    vi.runAllTimers();
    expect(rounds()).toEqual(new Set([1]));
    resync.all();
    // The first channels read before this call, and the missed event may have happened since.
    resync.all();
    resync.all();
    vi.runAllTimers();
    expect(rounds()).toEqual(new Set([3]));
    resync.poll();
    resync.stop();
    vi.runAllTimers();
    expect(rounds()).toEqual(new Set([3, 4]));
  } finally {
    vi.useRealTimers();
  }
});
