import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { readStream } from "./read-stream.ts";

/** The events of packets, in order, with `|` after each packet. */
async function heard(...packets: string[]): Promise<string> {
  const body = new PassThrough();
  let said = "";
  const read = readStream(
    // The code under test uses only stream members of a response.
    body as unknown as IncomingMessage,
    (data) => {
      if (data === "broken") throw new Error("broken");
      said += data;
      return data === "last";
    },
    () => {
      said += "|";
    },
  ).catch((error: Error) => {
    said += error.message;
  });
  for (const packet of packets) {
    body.write(packet);
    await new Promise(setImmediate);
  }
  body.end();
  await read;
  return said;
}

describe("a stream of events", () => {
  it("is told packet by packet", async () => {
    expect(await heard("data: a\n\ndata: b\n\n", "data: c\n\nda", "ta: d\n\n")).toBe("ab|c|d||");
  });

  it("tells of a packet whose events broke off what came before", async () => {
    expect(await heard("data: a\n\ndata: broken\n\n")).toBe("a|broken");
  });
});
