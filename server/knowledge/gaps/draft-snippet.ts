import type { GapDraft } from "../../../protocol/admin-gaps.ts";
import { AppError, asError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { redact } from "../../core/text/redact.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import {
  findGap,
  type GapQuestionRow,
  type GapRow,
  listQuestionsOf,
  lockGap,
  updateGapSnippet,
} from "../store/gaps.ts";
import { findSnippet, insertSnippet } from "../store/snippets.ts";
import { cleanAnswer } from "./clean-answer.ts";
import type { GapKeeper } from "./decide.ts";
import type { GapDeps } from "./deps.ts";
import { mustFind } from "./read-gaps.ts";

/** Most questions whose answers are compared, and most answers that a model receives. */
const maxQuestions = 50;
const maxRead = 5;
/** A shorter answer is not meaningful by itself. */
const fewChars = 60;
/** The limits of a snippet. */
const maxQuestionChars = 2_000;
const maxAnswerChars = 20_000;

type Answered = GapQuestionRow & { answer: string };

/**
 * Proposes a snippet that would close the gap: a model writes it from agents' answers, or the best of those answers is used. It needs a
 * review like every snippet. A gap that already has a proposed or live snippet keeps it and gets no second one.
 * @throws AppError `not_found`, or `conflict` when no agent has answered any of its questions.
 */
export async function draftSnippet(
  deps: GapDeps,
  tenantId: string,
  { id, keeper }: { id: string; keeper: GapKeeper },
): Promise<GapDraft> {
  const { gap, questions } = await withTenant(deps.db, tenantId, async (tx) => ({
    gap: await mustFind(findGap(tx, id)),
    questions: await listQuestionsOf(tx, id, maxQuestions),
  }));
  const known = await withTenant(deps.db, tenantId, (tx) => findKnown(tx, gap));
  if (known) return known;
  const answered = bestFirst(questions);
  const [best] = answered;
  if (!best)
    throw new AppError(
      "conflict",
      "No agent has answered any of these questions yet, so there is nothing to draft from.",
    );
  const written = await writeWith(deps, tenantId, { question: gap.question, answered });
  const draft = {
    question: redact(gap.question).slice(0, maxQuestionChars),
    answer: (written ?? cleanAnswer(best.answer)).slice(0, maxAnswerChars),
  };
  return withTenant(deps.db, tenantId, async (tx) => {
    if (!(await lockGap(tx, id))) throw new AppError("not_found", "Gap not found.");
    const faster = await findKnown(tx, await mustFind(findGap(tx, id)));
    if (faster) return faster;
    const snippetId = newId();
    const owner = { id: keeper.id, name: keeper.name };
    await insertSnippet(tx, { id: snippetId, ...draft, ticketId: best.ticket_id, owner, isLive: false });
    await updateGapSnippet(tx, id, snippetId);
    const target = { kind: "snippet", id: snippetId };
    await insertAudit(tx, { actor: keeper.actor, action: "snippet.propose", target, detail: { gap_id: id } });
    return { snippet_id: snippetId, ...draft, made_from: written === null ? "agent" : "model" };
  });
}

/** The previously drafted snippet, unless it was rejected or withdrawn. */
async function findKnown(tx: TenantTransaction, gap: GapRow): Promise<GapDraft | null> {
  if (gap.snippet_id === null || (gap.snippet_state !== "proposed" && gap.snippet_state !== "live")) return null;
  const snippet = await findSnippet(tx, gap.snippet_id);
  return snippet
    ? { snippet_id: snippet.id, question: snippet.question, answer: snippet.answer, made_from: null }
    : null;
}

/** Answers that visitors liked come first, then long ones, then those to the typical question, then the newest. */
function bestFirst(questions: readonly GapQuestionRow[]): Answered[] {
  const points = ({ is_liked, is_typical, answer }: Answered) =>
    (is_liked ? 4 : 0) + (answer.length >= fewChars ? 2 : 0) + (is_typical ? 1 : 0);
  return questions
    .filter((question): question is Answered => question.answer !== null && question.answer.trim() !== "")
    .toSorted((one, other) => points(other) - points(one) || other.asked_at.getTime() - one.asked_at.getTime());
}

/** Returns null without a model; the caller then uses the best agent's answer. */
async function writeWith(
  { writeAnswer, log }: Pick<GapDeps, "writeAnswer" | "log">,
  tenantId: string,
  { question, answered }: { question: string; answered: readonly Answered[] },
): Promise<string | null> {
  const answers = [...new Set(answered.map(({ answer }) => cleanAnswer(answer)))].slice(0, maxRead);
  try {
    const written = await writeAnswer(tenantId, { question, answers });
    return written === null || written.trim() === "" ? null : written.trim();
  } catch (error) {
    log.warn({ tenant: tenantId, err: asError(error).message }, "No model wrote a snippet; using an agent's answer");
    return null;
  }
}
