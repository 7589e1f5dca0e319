import type { StreamEvent } from "../../protocol/events.ts";
import { newId } from "../ids.ts";
import { announce } from "../live/announce.ts";
import { type LiveHub, ticketChannel } from "../live/hub.ts";
import type { TurnOutput } from "./outlet.ts";

/** Tokens are gathered this long before they go out as one frame: 50 frames a second read as steady flow. */
const frameMs = 20;

interface Target {
  tenantId: string;
  ticketId: string;
  turnId: string;
  /** The newest stored event when the turn began. */
  sequence: number;
}

/**
 * Drains a turn to its end into the ticket's log, whether or not anyone listens. The first token goes
 * out at once; those that follow within a frame share one event.
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
      await frames.flush();
      await frames.send(output.type, output.payload);
    }
  }
  await frames.flush();
}

function createFrames(hub: LiveHub, target: Target) {
  let sequence = target.sequence;
  let text = "";
  let timer: NodeJS.Timeout | undefined;
  let lastSentAt = 0;
  let sending: Promise<void> = Promise.resolve();

  const send = (type: string, payload: object): Promise<void> => {
    const event = {
      type,
      ...payload,
      event_id: newId(),
      turn_id: target.turnId,
      sequence,
      created_at: new Date().toISOString(),
    } as StreamEvent; // built from a payload of that type
    sending = sending.then(() =>
      hub.publish(ticketChannel(target.tenantId, target.ticketId), [{ stored: false, event }]),
    );
    return sending;
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (text === "") return sending;
    const content = text;
    text = "";
    lastSentAt = performance.now();
    return send("token", { content });
  };
  return {
    send,
    flush,
    advance(to: number | undefined): void {
      sequence = to ?? sequence;
    },
    token(content: string): void {
      text += content;
      if (performance.now() - lastSentAt >= frameMs) void flush();
      else timer ??= setTimeout(() => void flush(), frameMs);
    },
  };
}
