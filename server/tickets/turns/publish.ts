import type { StreamEvent } from "../../../protocol/events.ts";
import { newId } from "../../core/ids.ts";
import { announce } from "../../core/live/announce.ts";
import { type LiveHub, ticketChannel } from "../../core/live/hub.ts";
import type { TurnRef } from "../store/turns.ts";
import type { TurnOutput } from "./turn-context.ts";

/** Time, in ms, for which tokens are collected before they are sent as one frame: 50 frames a second look like a steady flow. */
const frameMs = 20;

interface Target extends TurnRef {
  visitorId?: string;
  /** The newest stored event when the turn started. */
  sequence: number;
}

/**
 * Publishes a turn's output to the ticket's log until the turn ends, even without readers. The first output is sent at once. Later output
 * within a frame is sent together, and its pieces of text share one event.
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
    // Short-lived events may be lost; the turn must not fail because of them.
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
    /** Adds an event that is not text, in order between the pieces of text. */
    other(type: string, payload: object): void {
      closeText();
      add(type, payload);
      soon();
    },
  };
}

/**
 * Trims a text that arrives in pieces, like the stored answer: drops white space at the start, and keeps white space at the end back until
 * more text follows. Returns the part of each piece that can be shown.
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
