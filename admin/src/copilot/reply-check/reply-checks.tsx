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

/** A check of a reply: its conversation and the checked text. */
export interface ReplyCheck {
  conversationId: string;
  text: string;
  isOpen: boolean;
}

const checks = new WeakMap<Api, Signal<ReadonlyMap<string, ReplyCheck>>>();

/** Checks of this session, by ticket. */
function checksOf(api: Api): Signal<ReadonlyMap<string, ReplyCheck>> {
  const known = checks.get(api) ?? signal<ReadonlyMap<string, ReplyCheck>>(new Map());
  checks.set(api, known);
  return known;
}

/** The check that is open next to a ticket. Tracks signals. */
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

/**
 * Lets the copilot check a reply against the policies; all checks of a ticket share one conversation. @returns an error message on failure.
 */
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
  // A conversation's id is the id of its first message.
  put(api, ticketId, { conversationId: before?.conversationId ?? message.id, text, isOpen: true });
  return null;
}

interface AuditReplyProps {
  ticketId: string;
  /** The current draft of the reply. */
  text: () => string;
  isIdle: boolean;
}

/** Lets the copilot check the reply against the policies, next to the ticket. The reply stays in its editor. */
export function AuditReply({ ticketId, text, isIdle }: AuditReplyProps) {
  const { api } = useWorkspace();
  const { busy, run } = useButtonWork();
  const press = async () => {
    // An empty reply cannot be checked: focus the editor.
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

/** The open check of a reply; its script is loaded on first use. */
export function ReplyCheckPart({ box, check }: { box: Composer; check: ReplyCheck }) {
  const part = useAsked("reply check", () => import("./reply-check.tsx"));
  return (
    <LoadedPart state={part.state.value} name="The policy check" onRetry={() => void part.again()}>
      {(found) => <found.ReplyCheck box={box} check={check} />}
    </LoadedPart>
  );
}

/** Below the reply editor, when there is no space next to the ticket. */
export function ReplyCheckBelow({ box }: { box: Composer }) {
  const { api } = useWorkspace();
  const check = openCheckOf(api, box.ticketId);
  return check && !isWide.value ? (
    <div class="reply-check-below">
      <ReplyCheckPart box={box} check={check} />
    </div>
  ) : null;
}
