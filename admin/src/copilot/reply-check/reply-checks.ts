import { type Signal, signal } from "@preact/signals";
import type { CopilotSend } from "../../../../protocol/copilot-talk.ts";
import type { Api } from "../../ui/api.ts";
import { randomId } from "../../ui/ids.ts";
import { copilotStoreOf } from "../copilot-store.ts";

/** The check of a reply: the conversation that it is in, and the text that was checked. */
export interface ReplyCheck {
  conversationId: string;
  text: string;
  isOpen: boolean;
}

const checks = new WeakMap<Api, Signal<ReadonlyMap<string, ReplyCheck>>>();

/** The checks of this session, by ticket. */
function checksOf(api: Api): Signal<ReadonlyMap<string, ReplyCheck>> {
  const known = checks.get(api) ?? signal<ReadonlyMap<string, ReplyCheck>>(new Map());
  checks.set(api, known);
  return known;
}

/** The check that is open beside a ticket. Rereads with signals. */
export function openCheckOf(api: Api, ticketId: string): ReplyCheck | null {
  const check = checksOf(api).value.get(ticketId);
  return check?.isOpen ? check : null;
}

function put(api: Api, ticketId: string, check: ReplyCheck): void {
  const all = checksOf(api);
  all.value = new Map([...all.value, [ticketId, check]]);
}

export function closeCheck(api: Api, ticketId: string): void {
  const check = checksOf(api).peek().get(ticketId);
  if (check) put(api, ticketId, { ...check, isOpen: false });
}

/** Has the copilot hold a reply against the policies; all checks of a ticket are in one conversation. @returns a sentence when it was refused. */
export async function checkReply(api: Api, ticketId: string, text: string): Promise<string | null> {
  const store = copilotStoreOf(api);
  const message: CopilotSend = {
    id: randomId(),
    text: "Check this reply against our policies",
    mentions: { action: "audit" },
    attached: text,
  };
  const before = checksOf(api).peek().get(ticketId);
  await store.open(before?.conversationId ?? null);
  const problem = await store.work(() =>
    before ? store.calls.send(before.conversationId, message) : store.calls.begin({ ticket_id: ticketId, message }),
  );
  if (problem !== null) return problem;
  // A conversation has the id of the message that it was begun with.
  put(api, ticketId, { conversationId: before?.conversationId ?? message.id, text, isOpen: true });
  return null;
}
