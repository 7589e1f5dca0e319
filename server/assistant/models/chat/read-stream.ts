import type { IncomingMessage } from "node:http";
import { createParser } from "eventsource-parser";
import { CallError } from "./failures.ts";

/** Far more than an answer of a few thousand tokens with its frames; a server that sends more is broken. */
const maxStreamChars = 16_000_000;
/** Longest single event; a line that never ends must not fill the memory. */
const maxEventChars = 1_000_000;

/** A server that has said its last word and keeps the connection open is hung up on after this long. */
const lingerMs = 1_000;

/**
 * Feeds the stream's events to `onData` as they come; resolves at its end, or once `onData` says that nothing comes after: what is sent all
 * the same is ignored. `onPacket` follows the last event of what came at once. A byte order mark at the beginning is no text, and a last event counts without its empty line. Plain event
 * listeners instead of an async iterator: half the cost for each token. @throws CallError, or what the socket or `onData` threw.
 */
export function readStream(
  response: IncomingMessage,
  onData: (data: string) => boolean,
  onPacket: () => void = () => {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      reject(error);
      response.destroy();
    };
    let isOver = false;
    const parser = createParser({
      maxBufferSize: maxEventChars,
      onEvent: ({ data }) => {
        if (isOver || !onData(data)) return;
        isOver = true;
        const linger = setTimeout(() => response.destroy(), lingerMs);
        response.once("close", () => clearTimeout(linger));
        resolve();
      },
      onError: (error) => {
        if (error.type === "max-buffer-size-exceeded")
          throw new CallError("malformed", "an event of the stream is too long");
      },
    });
    let received = 0;
    response.setEncoding("utf8");
    response.on("data", (text: string) => {
      try {
        if (isOver) return;
        const isFirst = received === 0;
        received += text.length;
        if (received > maxStreamChars) throw new CallError("malformed", "the provider's stream does not end");
        try {
          parser.feed(isFirst && text.startsWith("\ufeff") ? text.slice(1) : text);
        } finally {
          // What came before a fault counts as come.
          onPacket();
        }
      } catch (error) {
        fail(error);
      }
    });
    response.on("end", () => {
      try {
        if (!isOver) parser.feed("\n\n");
        onPacket();
      } catch {
        // Half an event: the answer broke off, as its missing end will tell.
      }
      resolve();
    });
    response.on("error", reject);
    response.on("close", () =>
      reject(new CallError("unavailable", "the connection to the provider broke", { retryable: true })),
    );
  });
}
