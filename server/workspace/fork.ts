import type { BranchRequest } from "../../protocol/copilot-branches.ts";
import type { CopilotSaid } from "../copilot/ports.ts";
import { summaryByRules } from "../copilot/talk-summary.ts";
import { AppError } from "../errors.ts";
import { countFamily, insertBranch, type NewBranch } from "../store/copilot-branches.ts";
import { findConversation } from "../store/copilot-conversations.ts";
import { type CopilotMessageRow, findCopilotMessage } from "../store/copilot-messages.ts";
import { withTenant } from "../store/transaction.ts";
import type { Person, RunPlace, WorkspaceDeps } from "./deps.ts";
import { tellConversation } from "./deps.ts";
import type { RunBook } from "./run-book.ts";
import { type Before, nothingGiven, readBefore } from "./talk-context.ts";
import { bodyOf } from "./views.ts";

/** Most conversations of one family: what a tree can show. */
const mostInFamily = 100;

/**
 * Begins a branch after a message, with what of its conversation is chosen. What the branch reads is kept with it as it stands now: nothing that
 * becomes of its parent changes it. A summary is the rules' at once; a model's takes its place when it is written. The same id makes one branch.
 * @throws AppError `not_found`; `conflict` while the copilot works on the message, or when the id stands for another branch.
 */
export async function forkTalk(
  deps: WorkspaceDeps & { runs: RunBook },
  person: Person,
  { conversationId, messageId, ...wish }: BranchRequest & RunPlace,
): Promise<void> {
  const { id, kind, title = "" } = wish;
  const { personId } = person;
  const made = await withTenant(deps.db, person.tenantId, async (tx) => {
    const parent = await findConversation(tx, { id: conversationId, personId }, { lock: true });
    const message = parent && (await findCopilotMessage(tx, { id: messageId, conversationId }));
    if (!message) throw new AppError("not_found", "Message not found.");
    const known = await findConversation(tx, { id, personId });
    if (known?.parent_message_id === messageId && known.context_kind === kind) return null;
    if (known) throw taken();
    if (message.state === "running" && !message.is_lost)
      throw new AppError(
        "conflict",
        "The copilot is still working on this message. Wait for it or stop it, then branch.",
      );
    if ((await countFamily(tx, conversationId)) >= mostInFamily)
      throw new AppError("conflict", `A conversation can have at most ${mostInFamily} branches. Delete some first.`);
    const before = await readBefore(tx, { conversationId, upTo: message.seq });
    const context = contextOf(before, message, wish);
    const forked = { id: messageId, seq: message.seq };
    if (!(await insertBranch(tx, { id, title, parent, forked, kind, ...context }))) throw taken();
    return { id };
  });
  if (!made) return;
  await tellConversation(deps, person, { conversationId });
  await tellConversation(deps, person, { conversationId: id });
  // The parent belongs to a family now, and is compared with its branches.
  deps.runs.sumUp(deps, { ...person, conversationId });
  if (kind === "summary") deps.runs.sumUp(deps, { ...person, conversationId: id });
}

const taken = () => new AppError("conflict", "This id already belongs to another conversation. Use a new id.");

/** What the branch reads of its parent: all of it, a summary with the documents that were used, or words with those of their message. */
function contextOf(
  { registry, said }: Before,
  message: CopilotMessageRow,
  { kind, text = "" }: Pick<BranchRequest, "kind" | "text">,
): Pick<NewBranch, "text" | "by" | "given"> {
  if (kind === "anchor") {
    const documents = bodyOf(message)?.documents ?? [];
    return { text: text.trim(), by: null, given: { ...nothingGiven, documents } };
  }
  if (kind === "summary")
    return { text: summaryByRules("", said), by: "rules", given: { ...nothingGiven, documents: registry } };
  const notes = notesIn(said);
  const messages = said.filter(({ role }) => role !== "note");
  return { text: "", by: null, given: { said: messages, notes, documents: registry } };
}

function notesIn(said: readonly CopilotSaid[]): string[] {
  return said.filter(({ role }) => role === "note").map(({ content }) => content);
}
