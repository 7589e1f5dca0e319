import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { TicketDetail } from "../../../../protocol/admin.ts";
import { ticketRoutes } from "../../../../protocol/routes/tickets.ts";
import type { Api } from "../../api.ts";
import { ApiError, type CallOptions } from "../../ui/api-call.ts";
import { citationsIn } from "./sources-store.ts";
import type { HeldReply } from "./unsent.ts";

/*
 * A sent reply waits in this page for a few seconds, so that it can be undone. It waits here and not on the server, where every rule
 * about a ticket (resolve, merge, hand-over, erasure) would have to know of replies that exist but do not count yet.
 * It is not lost: the browser's storage keeps it until the server confirms it. It is sent at once when the page is hidden or left, with
 * `keepalive`, which outlives the page. If even that fails (crash, no network), the next visit sends it, after a look whether it arrived.
 */

/** In ms. */
export const undoMs = 5_000;
/** In ms: until then, the page that was left, or another tab, may still be sending it. */
const graceMs = 15_000;
/** In ms: an older reply goes back into the box, because the conversation may have moved on. */
const staleMs = 15 * 60_000;
/** In characters: browsers limit requests that outlive a page to 64 kB, and a character takes up to three bytes. */
const maxKeptAlive = 20_000;

export interface Sending {
  /** Replies that the server has not confirmed, oldest first. */
  readonly pending: ReadonlySignal<readonly PendingReply[]>;
  /** Holds a reply and then sends it; resolves to true when the server accepted it. An earlier reply is sent first. */
  add(reply: HeldReply): Promise<boolean>;
  /** Stops a reply that is not on its way yet; null when it is too late. */
  undo(messageId: string): HeldReply | null;
  /** Sends everything now. */
  flush(): Promise<unknown>;
  /** Replies of an earlier visit that were not confirmed. */
  recover(replies: readonly HeldReply[]): void;
}

export interface PendingReply extends HeldReply {
  /** True: too late for an undo. */
  isOnItsWay: boolean;
}

interface SendingOptions {
  api: Pick<Api, "call">;
  ticketId: string;
  holdMs: number;
  /** Stores the unconfirmed replies. */
  keep: (unconfirmed: readonly HeldReply[]) => void;
  onSent: (reply: HeldReply, detail: TicketDetail) => void;
  /** @param error null: nobody tried, because the reply is too old. */
  onFailed: (reply: HeldReply, error: unknown) => void;
}

export function createSending({ api, ticketId, holdMs, keep, onSent, onFailed }: SendingOptions): Sending {
  const pending = signal<readonly PendingReply[]>([]);
  /** Of an earlier visit: perhaps delivered. */
  let doubtful: readonly HeldReply[] = [];
  const settled = new Map<string, (isSent: boolean) => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** One after the other, so that replies arrive in order. */
  let line: Promise<unknown> = Promise.resolve();

  const store = () => keep([...doubtful, ...pending.value.map(({ isOnItsWay: _, ...reply }) => reply)]);

  function remove(messageId: string): void {
    pending.value = pending.value.filter((one) => one.messageId !== messageId);
    doubtful = doubtful.filter((one) => one.messageId !== messageId);
    store();
  }

  async function deliver(reply: HeldReply): Promise<void> {
    let isSent = false;
    try {
      const detail = await request(api, ticketId, reply);
      batch(() => {
        remove(reply.messageId);
        onSent(reply, detail);
      });
      isSent = true;
    } catch (error) {
      batch(() => {
        remove(reply.messageId);
        onFailed(reply, error);
      });
    }
    settled.get(reply.messageId)?.(isSent);
    settled.delete(reply.messageId);
  }

  function flush(): Promise<unknown> {
    clearTimeout(timer);
    for (const reply of pending.value.filter(({ isOnItsWay }) => !isOnItsWay)) {
      // The request begins at once when no other runs: a page that is left gives no later turn.
      if (pending.value.some(({ isOnItsWay }) => isOnItsWay)) line = line.then(() => deliver(reply));
      else line = deliver(reply);
      pending.value = pending.value.map((one) => (one === reply ? { ...one, isOnItsWay: true } : one));
    }
    return line;
  }

  function add(reply: HeldReply): Promise<boolean> {
    void flush();
    pending.value = [...pending.value, { ...reply, isOnItsWay: false }];
    store();
    const done = new Promise<boolean>((resolve) => settled.set(reply.messageId, resolve));
    if (holdMs === 0) void flush();
    else timer = setTimeout(() => void flush(), holdMs);
    return done;
  }

  async function lookFor(reply: HeldReply): Promise<void> {
    const detail = await api.call(ticketRoutes.readTicket, { id: ticketId }).catch(() => null);
    // Unknown: the next visit looks again.
    if (!detail) return;
    const age = Date.now() - reply.at;
    if (isIn(detail, reply)) remove(reply.messageId);
    else if (age < holdMs + graceMs) setTimeout(() => void lookFor(reply), holdMs + graceMs - age);
    else {
      remove(reply.messageId);
      if (age >= staleMs) return onFailed(reply, null);
      void add(reply);
      void flush();
    }
  }

  return {
    pending,
    add,
    flush,
    undo(messageId) {
      const found = pending.value.find((one) => one.messageId === messageId);
      if (!found || found.isOnItsWay) return null;
      clearTimeout(timer);
      remove(messageId);
      settled.get(messageId)?.(false);
      settled.delete(messageId);
      return found;
    },
    recover(replies) {
      doubtful = replies;
      for (const reply of replies) void lookFor(reply);
    },
  };
}

/** The message id makes a repeated reply harmless. */
async function request(api: Pick<Api, "call">, id: string, reply: HeldReply): Promise<TicketDetail> {
  const citations = citationsIn(reply.text, reply.sources);
  const named = {
    ...(citations.length > 0 ? { citations } : {}),
    ...(reply.files.length > 0 ? { attachments: [...reply.files] } : {}),
  };
  const how: CallOptions = reply.text.length < maxKeptAlive ? { keepalive: true } : {};
  if (reply.verb === "reply") {
    const body = { message_id: reply.messageId, content: reply.text, ...named };
    return api.call(ticketRoutes.replyToTicket, { id, body }, how);
  }
  const body = { answer: reply.text, ...named, ...(reply.savesSnippet ? { save_as_snippet: true } : {}) };
  try {
    return await api.call(ticketRoutes.resolveTicket, { id, body }, how);
  } catch (error) {
    // The ticket is already resolved: perhaps by this reply, whose response was lost.
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    const detail = await api.call(ticketRoutes.readTicket, { id });
    if (detail.ticket.status === "resolved" && isIn(detail, { ...reply, at: 0 })) return detail;
    throw error;
  }
}

/** True when the ticket has the reply, under its id or, said since, with its words. A minute is for clocks that differ. */
function isIn(detail: TicketDetail, { messageId, text, at }: HeldReply): boolean {
  return detail.messages.some(
    ({ id, role, content, created_at: said }) =>
      id === messageId || (role === "agent" && content.trim() === text && Date.parse(said) > at - 60_000),
  );
}
