import { expect, it, vi } from "vitest";
import { ApiError } from "./api-call.ts";
import { openLiveStream } from "./live-stream.ts";

vi.mock("../../../ui/feed/back-off.ts", async (original) => ({
  ...(await original<typeof import("../../../ui/feed/back-off.ts")>()),
  pause: vi.fn(async () => undefined),
}));

const body = (...frames: string[]) => ({
  body: new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const frame of frames) controller.enqueue(new TextEncoder().encode(frame));
      controller.close();
    },
  }),
});

it("goes on after the last id it saw, over cut frames and lost connections, until there is nothing to follow", async () => {
  const asked: (string | undefined)[] = [];
  const got: string[] = [];
  let timesBack = 0;
  const scripts = [
    () => body("id: 4.0\nevent: message\nda", "ta: one\n\n: ping\n\n"),
    () => Promise.reject(new ApiError("down", { status: 0, code: "network" })),
    () => body("id: 5.0\ndata: two\n\nid: 6.0\ndata: cut"),
    () => Promise.reject(new ApiError("gone", { status: 404, code: "not_found" })),
  ];
  const stream = openLiveStream({
    startAfter: "3",
    open: async (after) => {
      asked.push(after);
      return scripts.shift()!();
    },
    onBack: () => {
      timesBack += 1;
    },
    onEvent: (event) => got.push(event.data),
  });
  await expect.poll(() => stream.state.value).toBe("closed");
  expect(asked).toEqual(["3", "4.0", "4.0", "5.0"]);
  expect(got).toEqual(["one", "two"]);
  expect(timesBack).toBe(1);
});

it("stops when it is closed", async () => {
  let opens = 0;
  const stream = openLiveStream({
    open: (_after, _polls, signal) => {
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
