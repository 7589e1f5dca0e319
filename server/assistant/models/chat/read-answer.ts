import type { IncomingMessage } from "node:http";
import { addCounts, type ChatResult } from "./chat-result.ts";
import { TextCleaner } from "./clean-text.ts";
import { CallError } from "./failures.ts";
import { maxBodyChars, textOf } from "./post.ts";
import { readStream } from "./read-stream.ts";
import type { CallClock } from "./time-limits.ts";
import type { ChatWire } from "./wire.ts";

/** A token is hardly longer than this; an answer beyond it ignores the limit it was given. */
const maxCharsPerToken = 24;

export interface Reading {
  result: ChatResult;
  clock: CallClock;
  onText: (text: string) => void;
  onThought?: ((thought: string) => void) | undefined;
  started: number;
  maxOutputTokens: number;
}

/** Reads a good answer to its end, as a stream or all at once. @throws CallError also for one that broke off or says nothing. */
export async function readAnswer(wire: ChatWire, response: IncomingMessage, reading: Reading): Promise<void> {
  const { result, clock } = reading;
  const take = taker(reading);
  let isFinished = false;
  let arrived = "";
  const onData = (data: string): boolean => {
    const piece = wire.readPiece(data);
    if (piece.usage) addCounts(result, piece.usage);
    isFinished ||= piece.isFinished;
    result.isCut ||= piece.isCut;
    if (piece.text !== "" || piece.isAlive) clock.tick();
    if (piece.thought !== "") reading.onThought?.(piece.thought);
    arrived += piece.text;
    return piece.isLast;
  };
  // Tokens that came at once go on as one piece: every filter on the way costs as much for a token as for a line.
  const onPacket = () => {
    const text = arrived;
    arrived = "";
    take(text);
  };
  switch (kindOf(response)) {
    case "stream":
      await readStream(response, onData, onPacket).catch((error: unknown) => {
        // It has said that it is through; only the end of the connection is missing.
        if (!isFinished || clock.reason()?.kind === "cancelled") throw error;
      });
      break;
    case "json": {
      // A server that does not stream gives all at once.
      const { text, thought = "", isCut, usage } = wire.readWhole(await textOf(response, maxBodyChars), null);
      if (thought !== "") reading.onThought?.(thought);
      if (usage) addCounts(result, usage);
      result.isCut = isCut;
      take(text);
      isFinished = true;
      break;
    }
    default:
      response.destroy();
      throw new CallError("malformed", "the provider's answer is not an event stream");
  }
  // The stream ended politely but the model did not: a proxy or server broke off.
  if (!isFinished) throw new CallError("unavailable", "the answer broke off", { retryable: true });
  take.end();
  if (result.text === "" && !result.isCut) throw saidNothing();
}

/** Takes pieces of text, cleaned, into the result and on to whoever listens. */
function taker({ result, started, onText, maxOutputTokens }: Reading) {
  const cleaner = new TextCleaner();
  const give = (text: string) => {
    if (text === "") return;
    result.first_token_ms ??= performance.now() - started;
    result.text += text;
    if (result.text.length > maxOutputTokens * maxCharsPerToken)
      throw new CallError("malformed", "the model's answer does not end");
    onText(text);
  };
  return Object.assign((piece: string) => give(cleaner.push(piece)), { end: () => give(cleaner.end()) });
}

/** Servers that name no type are given the benefit of the doubt. */
function kindOf(response: IncomingMessage): "stream" | "json" | "other" {
  const type = response.headers["content-type"] ?? "text/event-stream";
  if (/event-stream|octet-stream|text\/plain/i.test(type)) return "stream";
  return /json/i.test(type) ? "json" : "other";
}

export function saidNothing(): CallError {
  return new CallError("malformed", "the model said nothing", { retryable: true });
}
