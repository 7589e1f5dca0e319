import { describe, expect, it } from "vitest";
import { ApiError } from "../api-error.ts";
import { openLiveStream, retryDelayMs } from "./live-stream.ts";

function body(...frames: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const frame of frames) controller.enqueue(new TextEncoder().encode(frame));
      controller.close();
    },
  });
}

describe("a live stream", () => {
  it("goes on after the last id it saw, over cut frames and lost connections", async () => {
    const asked: Array<string | null> = [];
    const got: string[] = [];
    const opened: boolean[] = [];
    const scripts = [
      () => body("id: 4.0\nevent: message\nda", "ta: one\n\n: ping\n\n"),
      () => Promise.reject(new ApiError("down", { status: 0, code: "network" })),
      () => body("id: 5.0\ndata: two\n\nid: 6.0\ndata: cut"),
      () => Promise.reject(new ApiError("gone", { status: 404, code: "not_found" })),
    ];
    const stream = openLiveStream({
      startAfter: "3",
      open: async (lastEventId) => {
        asked.push(lastEventId);
        return scripts.shift()!();
      },
      onOpen: (again) => opened.push(again),
      onEvent: (event) => got.push(event.data),
      wait: () => Promise.resolve(),
    });
    await expect.poll(() => stream.state.value).toBe("closed");
    expect(asked).toEqual(["3", "4.0", "4.0", "5.0"]);
    expect(got).toEqual(["one", "two"]);
    expect(opened).toEqual([false, true]);
  });

  it("stops when it is closed", async () => {
    let opens = 0;
    const stream = openLiveStream({
      open: (_id, signal) => {
        opens += 1;
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      },
      onEvent: () => undefined,
    });
    stream.close();
    expect(stream.state.value).toBe("closed");
    await Promise.resolve();
    expect(opens).toBe(1);
  });

  it("waits longer after each failure, up to a limit", () => {
    expect([1, 2, 3, 20].map((failures) => retryDelayMs(failures, () => 1))).toEqual([500, 1_000, 2_000, 15_000]);
    expect(retryDelayMs(1, () => 0)).toBe(250);
  });
});
