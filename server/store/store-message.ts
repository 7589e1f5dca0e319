import type { StreamEvent } from "../../protocol/events.ts";
import type { Message } from "../../protocol/messages.ts";
import { insertMessage, type NewMessage } from "./messages.ts";
import { insertEvents, type NewEvent, reserveSequence } from "./ticket-events.ts";
import type { TenantTransaction } from "./transaction.ts";

export type MessageToStore = Omit<NewMessage, "sequence">;

/**
 * Stores a message and the events around it under consecutive numbers, in the caller's transaction.
 * @param around events told before and after the message's own.
 */
export async function storeMessage(
  tx: TenantTransaction,
  message: MessageToStore,
  around: { before?: NewEvent[]; after?: NewEvent[]; replacesStream?: boolean } = {},
): Promise<{ message: Message; events: StreamEvent[] }> {
  const before = around.before ?? [];
  const after = around.after ?? [];
  const first = await reserveSequence(tx, message.ticketId, before.length + 1 + after.length);
  await insertMessage(tx, { ...message, sequence: first + before.length });
  const view = toMessage(message);
  const own: NewEvent = {
    type: "message",
    turnId: message.turnId,
    payload: { message: view, ...(around.replacesStream ? { replaces_stream: true } : {}) },
  };
  const events = await insertEvents(tx, message.ticketId, { first, events: [...before, own, ...after] });
  return { message: view, events };
}

function toMessage(message: MessageToStore): Message {
  return {
    id: message.id,
    role: message.role,
    content: message.content,
    citations: message.citations ?? [],
    grade: message.grade ?? null,
    cached: message.cached ?? false,
    ...(message.unverified ? { unverified: true } : {}),
    usage: message.usage ?? null,
    agent: message.agent ?? null,
    created_at: new Date().toISOString(),
  };
}
