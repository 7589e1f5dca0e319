import type { CopilotDocument } from "../../../protocol/copilot.ts";
import type { BranchComparison } from "../../../protocol/copilot-branches.ts";
import type { CopilotMessage } from "../../../protocol/copilot-conversations.ts";
import { similarityOf } from "../../assistant/retrieval-context/branches.ts";
import { AppError } from "../../core/errors.ts";
import { languageOf } from "../../core/text/language.ts";
import { longestPairs } from "../../core/text/longest-pairs.ts";
import { contentStems } from "../../core/text/words.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { type FamilyRow, listFamily } from "../store/copilot-branches.ts";
import { findConversation } from "../store/copilot-conversations.ts";
import { listMerges } from "../store/copilot-merges.ts";
import { type CopilotMessageRow, listCopilotMessages } from "../store/copilot-messages.ts";
import { driftOf } from "./branches.ts";
import { documentsUsedIn } from "./conversation-context.ts";
import type { ConversationDeps, Person } from "./deps.ts";
import { toConversation, toMessage } from "./views.ts";

interface Side {
  messages: CopilotMessageRow[];
  views: CopilotMessage[];
}

/**
 * Compares two conversations of one family: their messages since they parted, and the documents that they used.
 * @throws AppError `not_found`, also when one is another person's; `invalid_request` when they have different roots.
 */
export async function compareBranches(
  { db }: Pick<ConversationDeps, "db">,
  { tenantId, personId }: Person,
  { left, right }: { left: string; right: string },
): Promise<BranchComparison> {
  return withTenant(db, tenantId, async (tx) => {
    for (const id of [left, right])
      if (!(await findConversation(tx, { id, personId }))) throw new AppError("not_found", "Conversation not found.");
    const family = await listFamily(tx, left);
    const [ofLeft, ofRight] = [family.find(isOf(left)), family.find(isOf(right))];
    if (left === right || !ofLeft || !ofRight)
      throw new AppError("invalid_request", "These conversations are not branches of the same conversation.");
    const one = await readSide(tx, left, partedAt(left, right, family));
    const other = await readSide(tx, right, partedAt(right, left, family));
    const summed = (row: FamilyRow) => ({ ...toConversation(row), summary: row.summary, drift: driftOf(row, family) });
    return {
      left: summed(ofLeft),
      right: summed(ofRight),
      rows: alignRounds(one.views, other.views),
      documents: documentsOf(one, other),
      similarity: similarityOf(ofLeft.vector, ofRight.vector),
    };
  });
}

const isOf = (wanted: string) => (row: FamilyRow) => row.id === wanted;

/**
 * Number of the last common message: the message of this conversation after which the other conversation, or one of its ancestors, was
 * forked. 0 when neither was forked from this conversation.
 */
function partedAt(id: string, other: string, family: readonly FamilyRow[]): number {
  for (let row = family.find(isOf(other)); row; ) {
    if (row.parent_id === id) return row.forked_seq ?? 0;
    const { parent_id: parent } = row;
    row = parent === null ? undefined : family.find(isOf(parent));
  }
  return 0;
}

async function readSide(tx: TenantTransaction, id: string, after: number): Promise<Side> {
  const messages = (await listCopilotMessages(tx, id)).filter(({ seq }) => seq > after);
  const merges = await listMerges(tx, id);
  return { messages, views: messages.map((message) => toMessage(message, merges)) };
}

function documentsOf(left: Side, right: Side): BranchComparison["documents"] {
  const [ofLeft, ofRight] = [documentsUsedIn(left.messages), documentsUsedIn(right.messages)];
  const has = (documents: readonly CopilotDocument[], { version_id: id }: CopilotDocument) =>
    documents.some(({ version_id: version }) => version === id);
  const onlyRight = ofRight.filter((document) => !has(ofLeft, document));
  return [...ofLeft, ...onlyRight].map((document) => ({
    document,
    in_left: has(ofLeft, document),
    in_right: has(ofRight, document),
  }));
}

/** A person's message with its result. */
type Round = CopilotMessage[];

/** Two questions are the same from this share of common words on, 0 to 1. */
const minShared = 0.6;

/** Aligns the rounds of two branches in their order. The same questions share a row; the rounds between them are paired in order. */
function alignRounds(left: readonly CopilotMessage[], right: readonly CopilotMessage[]): BranchComparison["rows"] {
  const [lefts, rights] = [roundsOf(left), roundsOf(right)];
  const rows: BranchComparison["rows"] = [];
  let [atLeft, atRight] = [0, 0];
  const beside = (toLeft: number, toRight: number) => {
    while (atLeft < toLeft || atRight < toRight) {
      rows.push({
        is_same: false,
        left: (atLeft < toLeft ? lefts[atLeft] : undefined) ?? [],
        right: (atRight < toRight ? rights[atRight] : undefined) ?? [],
      });
      atLeft = Math.min(toLeft, atLeft + 1);
      atRight = Math.min(toRight, atRight + 1);
    }
  };
  const [words, others] = [lefts.map(wordsOf), rights.map(wordsOf)];
  const isSame = (one: number, other: number) => Number(areSame(words[one], others[other]));
  for (const [one, other] of longestPairs(lefts.length, rights.length, isSame)) {
    beside(one, other);
    rows.push({ is_same: true, left: lefts[one] ?? [], right: rights[other] ?? [] });
    atLeft = one + 1;
    atRight = other + 1;
  }
  beside(lefts.length, rights.length);
  return rows;
}

/** A round begins with a person's message, or with one that was copied from a branch. */
function roundsOf(messages: readonly CopilotMessage[]): Round[] {
  const rounds: Round[] = [];
  for (const message of messages) {
    const round = rounds.at(-1);
    if (!round || message.role === "person" || message.merged_from) rounds.push([message]);
    else round.push(message);
  }
  return rounds;
}

function wordsOf([first]: Round): ReadonlySet<string> {
  if (first?.role !== "person") return new Set();
  return new Set(contentStems(first.content, languageOf(first.content)));
}

function areSame(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): boolean {
  if (!one || !other || one.size === 0 || other.size === 0) return false;
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / (one.size + other.size - shared) >= minShared;
}
