import { type Signal, signal } from "@preact/signals";
import type { CopilotSend } from "../../../../protocol/copilot-conversations.ts";
import { copilotRoutes } from "../../../../protocol/routes/copilot.ts";
import type { Api } from "../../api.ts";
import { useWorkspace } from "../../app-context.ts";
import type { Composer } from "../../tickets/composer/composer-store.ts";
import { focusAnswer } from "../../tickets/composer/focus-answer.ts";
import { Icon } from "../../ui/icon.tsx";
import { randomId } from "../../ui/ids.ts";
import { LoadedPart, useAsked } from "../../ui/loaded-part.tsx";
import { isWide } from "../../ui/media.ts";
import { Spinner } from "../../ui/states.tsx";
import { useButtonWork } from "../../ui/work.ts";
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
    before
      ? api.call(copilotRoutes.askCopilot, { id: before.conversationId, body: message })
      : api.call(copilotRoutes.beginCopilotConversation, { body: { ticket_id: ticketId, message } }),
  );
  if (problem !== null) return problem;
  // A conversation has the id of the message that it was begun with.
  put(api, ticketId, { conversationId: before?.conversationId ?? message.id, text, isOpen: true });
  return null;
}

interface AuditReplyProps {
  ticketId: string;
  /** The answer as it is written so far. */
  text: () => string;
  isIdle: boolean;
}

/** Has the copilot hold the answer against the policies, beside the ticket. The answer stays in its box. */
export function AuditReply({ ticketId, text, isIdle }: AuditReplyProps) {
  const { api } = useWorkspace();
  const { busy, run } = useButtonWork();
  const press = async () => {
    // An empty box has to be written in first.
    if (text().trim() === "") return focusAnswer();
    await run(() => checkReply(api, ticketId, text()));
  };
  return (
    <button
      type="button"
      class="icon-btn"
      aria-label="Check against our policies"
      title="Check against our policies, with the copilot"
      aria-disabled={isIdle || busy.value}
      onClick={() => void press()}
    >
      {busy.value ? <Spinner /> : <Icon name="spark" />}
    </button>
  );
}

/** The open check of a reply; its script comes with the first one. */
export function ReplyCheckPart({ box, check }: { box: Composer; check: ReplyCheck }) {
  const part = useAsked("reply check", () => import("./reply-check.tsx"));
  return (
    <LoadedPart state={part.state.value} name="The policy check" onRetry={() => void part.again()}>
      {(found) => <found.ReplyCheck box={box} check={check} />}
    </LoadedPart>
  );
}

/** Below the answer box, where there is no room beside the ticket. */
export function ReplyCheckBelow({ box }: { box: Composer }) {
  const { api } = useWorkspace();
  const check = openCheckOf(api, box.ticketId);
  return check && !isWide.value ? (
    <div class="reply-check-below">
      <ReplyCheckPart box={box} check={check} />
    </div>
  ) : null;
}
