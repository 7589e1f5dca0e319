import type { IncomingMessage } from "node:http";
import { addCounts, type ChatResult } from "./chat-result.ts";
import { TextCleaner } from "./clean-text.ts";
import { CallError } from "./failures.ts";
import { maxBodyChars, textOf } from "./post.ts";
import { readStream } from "./read-stream.ts";
import type { CallClock } from "./time-limits.ts";
import type { ChatWire } from "./wire.ts";

/** Tokens are rarely longer; a longer answer ignores its output limit. */
const maxCharsPerToken = 24;

export interface Reading {
  result: ChatResult;
  clock: CallClock;
  onText: (text: string) => void;
  onThought?: ((thought: string) => void) | undefined;
  started: number;
  maxOutputTokens: number;
}

/** Reads a successful response to its end, streamed or not. @throws CallError also when the answer broke off or is empty. */
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
  // Tokens that arrived together are passed on as one piece: every filter costs as much for a token as for a line.
  const onPacket = () => {
    const text = arrived;
    arrived = "";
    take(text);
  };
  switch (kindOf(response)) {
    case "stream":
      await readStream(response, onData, onPacket).catch((error: unknown) => {
        // The model has reported its end; only the end of the connection is missing.
        if (!isFinished || clock.reason()?.kind === "cancelled") throw error;
      });
      break;
    case "json": {
      // A server that does not stream sends one response.
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
  // The stream ended normally, but the model did not finish: a proxy or server broke off.
  if (!isFinished) throw new CallError("unavailable", "the answer broke off", { retryable: true });
  take.end();
  if (result.text === "" && !result.isCut) throw saidNothing();
}

/** Cleans pieces of text, adds them to the result and passes them on. */
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

/** A response without a content type is treated as a stream. */
function kindOf(response: IncomingMessage): "stream" | "json" | "other" {
  const type = response.headers["content-type"] ?? "text/event-stream";
  if (/event-stream|octet-stream|text\/plain/i.test(type)) return "stream";
  return /json/i.test(type) ? "json" : "other";
}

export function saidNothing(): CallError {
  return new CallError("malformed", "the model said nothing", { retryable: true });
}
