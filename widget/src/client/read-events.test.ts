import { describe, expect, it } from "vitest";
import type { StreamEvent } from "../../../protocol/events.ts";
import { readFrames } from "../../../ui/feed/read-frames.ts";
import { readEvents } from "./read-events.ts";

function frame(id: string, event: Record<string, unknown>): string {
  return `id: ${id}\nevent: ${event["type"]}\ndata: ${JSON.stringify(event)}\n\n`;
}

function token(content: string) {
  return { type: "token", event_id: "e", turn_id: "t", sequence: 1, created_at: "2026-03-01T10:00:00.000Z", content };
}

/** A body in chunks of the given size, which may split a character. */
function body(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}

async function read(text: string, size = 7) {
  const seen: { event: StreamEvent; cursor: string | undefined }[] = [];
  await readEvents(body(text, size), (event, cursor) => void seen.push({ event, cursor }));
  return { seen };
}

describe("server-sent events", () => {
  it.each([1, 2, 3, 5, 1_000])("give back the exact text in pieces of %i bytes", async (size) => {
    const contents = ["Hello\n\nworld", "日本語 👩‍👩‍👧 ﷽", 'data: x\nid: 9\n"quoted"\\', "\r\n \u2028 \u0085"];
    const text = contents.map((content, at) => frame(`1.${at + 1}`, token(content))).join(": ping\n\n");
    const { seen } = await read(text, size);
    expect(seen.map(({ event }) => (event.type === "token" ? event.content : ""))).toEqual(contents);
    expect(seen.map(({ cursor }) => cursor)).toEqual(["1.1", "1.2", "1.3", "1.4"]);
  });

  it("may end their lines as others do, and come in several lines of data", async () => {
    const { seen } = await read(
      frame("1.1", token("a")).replace('"token",', '"token",\ndata:').replaceAll("\n", "\r\n"),
      1,
    );
    expect(seen).toMatchObject([{ event: { content: "a" }, cursor: "1.1" }]);
  });

  it("count a ping as activity and not as an event", async () => {
    const seen: unknown[] = [];
    let activity = 0;
    await readFrames(
      body(": ping\n\n", 100),
      (frame) => seen.push(frame),
      () => void activity++,
    );
    expect(seen).toEqual([]);
    expect(activity).toBe(1);
  });

  it("pass over what is broken, unknown or of the wrong shape", async () => {
    const { seen } = await read(
      [
        "data: {not json\n\n",
        "data: null\n\ndata: 5\n\ndata: []\n\n",
        frame("1.1", { ...token("x"), type: "constructor" }),
        frame("1.2", { ...token("x"), type: "future_event" }),
        frame("1.3", { ...token("x"), content: 5 }),
        frame("1.4", { ...token("x"), sequence: "1" }),
        frame("1.5", { ...token("x"), type: "message", message: { id: "m", role: "assistant" } }),
        frame("1.6", token("good")),
      ].join(""),
    );
    expect(seen.map(({ cursor }) => cursor)).toEqual(["1.6"]);
  });

  it("are read no further, and the request is over, once they are enough", async () => {
    let isEnded = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(frame("1.1", token("again")))),
      cancel: () => {
        isEnded = true;
      },
    });
    await readEvents(endless, () => false);
    expect(isEnded).toBe(true);
  });

  it("tell when the connection breaks", async () => {
    const broken = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new Error("cut")) });
    await expect(readEvents(broken, () => undefined)).rejects.toThrow("cut");
  });
});
