import { gradingSchema } from "../../../protocol/admin.ts";
import {
  type AnswerBasis,
  type BasisSource,
  maxBasisPartChars,
  maxBasisParts,
} from "../../../protocol/answer-basis.ts";
import type { Citation, Message } from "../../../protocol/messages.ts";
import { AppError } from "../../core/errors.ts";
import { shorten } from "../../core/text/shorten.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { findPublicVersions, type PublicVersion } from "../../knowledge/store/document-visibility.ts";
import { type AnswerRow, findAnswer } from "../store/answers.ts";
import { findReport } from "../store/feedback.ts";
import { findMessage } from "../store/messages.ts";
import type { TicketKey } from "../store/tickets.ts";

/** An answer of the visitor's own ticket. */
export interface AnswerKey extends TicketKey {
  messageId: string;
}

/**
 * Explains an answer to the visitor who received it. The titles are those that the answer already shows. A document that visitors may not
 * read now adds nothing else, and an answer that an agent guided has no parts, because they may repeat the guidance.
 * @throws AppError `not_found` for everything else than an answer of the assistant in this ticket.
 */
export function explainAnswer(
  { db }: { db: Database },
  { tenantId, ticketId, messageId }: AnswerKey,
): Promise<AnswerBasis> {
  return withTenant(db, tenantId, async (tx) => {
    const answer = await findAnswer(tx, { ticketId, messageId });
    const message = answer && (await findMessage(tx, messageId))?.message;
    if (!answer || !message) throw answerNotFound();
    const cited = message.citations.flatMap(({ tool_call_id, chunk_id }) => (tool_call_id ? [] : [chunk_id]));
    const versions = await findPublicVersions(tx, cited);
    const { missing, unsupported } = partsOf(answer);
    const report = (await findReport(tx, messageId)) ?? null;
    return { written_by: "assistant", sources: sourcesOf(message, versions), missing, unsupported, report };
  });
}

export function answerNotFound(): AppError {
  return new AppError("not_found", "Answer not found in this conversation.");
}

/** One entry per document version or tool call, in the order of the answer's numbers. */
function sourcesOf(message: Message, versions: ReadonlyMap<string, PublicVersion>): BasisSource[] {
  const sources = new Map<string, BasisSource>();
  for (const citation of message.citations.toSorted((one, other) => one.index - other.index)) {
    const version = versions.get(citation.chunk_id);
    const key = citation.tool_call_id ?? version?.id ?? citation.document_id ?? citation.chunk_id;
    const known = sources.get(key);
    if (known) known.indexes.push(citation.index);
    else sources.set(key, sourceOf(citation, version, message));
  }
  return [...sources.values()];
}

function sourceOf({ tool_call_id, title, index }: Citation, version: PublicVersion | undefined, message: Message) {
  const shared = { title, indexes: [index] };
  if (tool_call_id) {
    const at = message.tools?.find((tool) => tool.tool_call_id === tool_call_id)?.at ?? message.created_at;
    return { type: "tool" as const, ...shared, version: null, dated: at, is_current: true };
  }
  return {
    type: "document" as const,
    ...shared,
    version: version?.version ?? null,
    dated: version?.created_at.toISOString() ?? null,
    is_current: version?.is_current ?? false,
  };
}

function partsOf({ grading, is_guided }: AnswerRow): Pick<AnswerBasis, "missing" | "unsupported"> {
  const parsed = gradingSchema.safeParse(grading);
  if (is_guided || !parsed.success) return { missing: [], unsupported: [] };
  return { missing: shortened(parsed.data.missing), unsupported: shortened(parsed.data.unsupported) };
}

function shortened(parts: readonly string[]): string[] {
  const said = parts.map((part) => shorten(part.trim(), maxBasisPartChars - 1)).filter((part) => part !== "");
  return [...new Set(said)].slice(0, maxBasisParts);
}
