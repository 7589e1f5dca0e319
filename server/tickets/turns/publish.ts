import type { StreamEvent } from "../../../protocol/events.ts";
import { newId } from "../../core/ids.ts";
import { announce } from "../../core/live/announce.ts";
import { type LiveHub, ticketChannel } from "../../core/live/hub.ts";
import type { TurnRef } from "../store/turns.ts";
import type { TurnOutput } from "./turn-context.ts";

/** Tokens are gathered this long before they go out as one frame: 50 frames a second read as steady flow. */
const frameMs = 20;

interface Target extends TurnRef {
  visitorId?: string;
  /** The newest stored event when the turn began. */
  sequence: number;
}

/**
 * Drains a turn to its end into the ticket's log, whether or not anyone listens. What comes first goes out at once; what follows
 * within a frame goes out together, and pieces of text share one event.
 */
export async function publishTurn(hub: LiveHub, target: Target, outputs: AsyncIterable<TurnOutput>): Promise<void> {
  const frames = createFrames(hub, target);
  for await (const output of outputs) {
    if (output.kind === "stored") {
      await frames.flush();
      frames.advance(output.events.at(-1)?.sequence);
      await announce(hub, target, output.events);
    } else if (output.type === "token") {
      frames.token((output.payload as { content: string }).content); // `type` says which payload it is
    } else {
      frames.other(output.type, output.payload);
    }
  }
  await frames.flush();
}

function createFrames(hub: LiveHub, target: Target) {
  let sequence = target.sequence;
  let waiting: StreamEvent[] = [];
  let text = "";
  const trim = createTrimmer();
  let timer: NodeJS.Timeout | undefined;
  let lastSentAt = 0;
  let sending: Promise<unknown> = Promise.resolve();

  const add = (type: string, payload: object): void => {
    const about = { event_id: newId(), turn_id: target.turnId, sequence, created_at: new Date().toISOString() };
    waiting.push({ type, ...payload, ...about } as StreamEvent); // built from a payload of that type
  };
  const closeText = (): void => {
    if (text !== "") add("token", { content: text });
    text = "";
  };
  const flush = (): Promise<unknown> => {
    clearTimeout(timer);
    timer = undefined;
    closeText();
    if (waiting.length === 0) return sending;
    const events = waiting.map((event) => ({ stored: false, event }));
    waiting = [];
    lastSentAt = performance.now();
    // What lives for a moment may be lost; a turn is not.
    sending = sending
      .then(() => hub.publish(ticketChannel(target.tenantId, target.ticketId), events))
      .catch(() => undefined);
    return sending;
  };
  const soon = (): void => {
    if (performance.now() - lastSentAt >= frameMs) void flush();
    else timer ??= setTimeout(() => void flush(), frameMs);
  };
  return {
    flush,
    advance(to: number | undefined): void {
      sequence = to ?? sequence;
    },
    token(content: string): void {
      text += trim(content);
      if (text !== "") soon();
    },
    /** Everything that is no text; it keeps its place between the pieces of text. */
    other(type: string, payload: object): void {
      closeText();
      add(type, payload);
      soon();
    },
  };
}

/**
 * Takes the blanks off both ends of a text that comes in pieces, as they are off the stored answer: those in
 * front are dropped, those behind wait until a word follows. Gives what of each piece can be shown.
 */
export function createTrimmer(): (piece: string) => string {
  let blanks = "";
  let hasBegun = false;
  return (piece) => {
    const fresh = hasBegun ? blanks + piece : piece.trimStart();
    const shown = fresh.trimEnd();
    blanks = fresh.slice(shown.length);
    hasBegun ||= shown !== "";
    return shown;
  };
}
