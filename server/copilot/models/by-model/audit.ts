import { z } from "zod";
import { type AuditResult, type Finding, findingSchema, severitySchema } from "../../../../protocol/copilot.ts";
import { askJson } from "../../../assistant/models/chat/ask-json.ts";
import type { Caller } from "../../../assistant/models/chat/chat-tasks.ts";
import { estimateTokens } from "../../../core/text/estimate-tokens.ts";
import type { Span } from "../../../core/text/sentences.ts";
import type { AuditInput, Concluded, CopilotChunk } from "../../ports.ts";
import { locateQuote } from "../excerpts.ts";
import { asked, copilotPrompt, statementBlocks } from "./prompts.ts";
import { clamp, ProofBook, proofSchema, safeText } from "./proofs.ts";

const schema = z.object({
  findings: z.array(
    z.object({
      statement: z.number().int(),
      theme: z.string(),
      severity: severitySchema,
      kind: findingSchema.shape.kind,
      consequence: z.string(),
      here: z.string(),
      proof: proofSchema,
      suggestion: z.string(),
      confidence: z.number(),
    }),
  ),
  matched: z.number().int(),
  confidence: z.number(),
});

/** Lowest share of matched statements, 0 to 1. Below it the policies say almost nothing about the text. */
const minMatched = 0.2;

/** Token limit of the policies for the model. Policies that fit are sent whole, otherwise only the passages near a statement. */
const policyTokens = 12_000;

/** A model's objections to a text from the policies. A finding with a quote that does not exist is dropped. */
export async function auditBy(
  caller: Caller,
  { text, statements, targets, locale }: AuditInput,
): Promise<Concluded<AuditResult>> {
  const chunks = passagesFor(
    targets.flatMap((each) => each.chunks),
    statements,
  );
  const numbers = new Map(chunks.map(({ chunk_id: id }, at) => [id, at + 1]));
  const blocks = statementBlocks(
    statements.map((each) => ({
      text: each.text,
      passages: each.nearest.flatMap(({ chunk_id: id }) => numbers.get(id) ?? []),
    })),
  );
  const prompt = copilotPrompt("audit", chunks, [asked("language", locale), ...blocks]);
  const said = await askJson(caller, { name: "audit", schema, prompt });
  const book = new ProofBook(chunks);
  const findings = findingsOf(said.findings, { text, statements, book });
  const order = targets.map(({ document }) => document.version_id);
  findings.sort(
    (one, other) =>
      order.indexOf(one.target_version_id) - order.indexOf(other.target_version_id) ||
      severities.indexOf(one.severity) - severities.indexOf(other.severity),
  );
  const counts = { statements: statements.length, matched: 0 };
  counts.matched = Math.min(counts.statements, Math.max(findings.length, said.matched));
  const result: AuditResult = { action: "audit", status: statusOf(findings, counts), findings, beside: [], ...counts };
  return { result, excerpts: book.excerpts, inference: clamp(said.confidence) * book.honesty, judge: "model" };
}

/** Findings whose quotes exist. */
function findingsOf(
  said: z.infer<typeof schema>["findings"],
  { text, statements, book }: Pick<AuditInput, "text" | "statements"> & { book: ProofBook },
): Finding[] {
  return said.flatMap((each, at): Finding[] => {
    const [there] = book.take(each.proof);
    const target = there === undefined ? undefined : book.excerpts[there]?.version_id;
    const span = each.here.trim() === "" ? null : locateIn(text, statements[each.statement - 1], each.here);
    const isLost = each.here.trim() !== "" && span === null;
    if (there === undefined || !target || isLost || (span === null && each.kind !== "missing")) return [];
    return [
      {
        id: `f${at + 1}`,
        target_version_id: target,
        theme: safeText(each.theme),
        severity: each.severity,
        kind: each.kind,
        consequence: safeText(each.consequence),
        here: span && { ...span, text: text.slice(span.start, span.end) },
        there,
        suggestion: safeText(each.suggestion),
        confidence: clamp(each.confidence),
        changes: [],
      },
    ];
  });
}

const severities = ["high", "medium", "low"];

function passagesFor(all: readonly CopilotChunk[], statements: AuditInput["statements"]): CopilotChunk[] {
  if (all.reduce((sum, chunk) => sum + estimateTokens(chunk.text), 0) <= policyTokens) return [...all];
  const near = new Set<string>();
  let tokens = 0;
  // Take the nearest passage of every statement before any second nearest.
  for (let rank = 0; rank < 3; rank += 1)
    for (const { nearest } of statements) {
      const chunk = nearest[rank];
      if (!chunk || near.has(chunk.chunk_id)) continue;
      tokens += estimateTokens(chunk.text);
      if (tokens <= policyTokens || near.size === 0) near.add(chunk.chunk_id);
    }
  return all.filter(({ chunk_id: id }) => near.has(id));
}

/** Finds the quote in its statement, otherwise anywhere in the text. */
function locateIn(text: string, statement: AuditInput["statements"][number] | undefined, quote: string): Span | null {
  const within = statement && locateQuote(statement.text, quote);
  return within
    ? { start: statement.start + within.start, end: statement.start + within.end }
    : locateQuote(text, quote);
}

function statusOf(findings: readonly Finding[], { statements, matched }: { statements: number; matched: number }) {
  if (findings.some(({ severity }) => severity === "high")) return "violated";
  if (findings.length > 0) return "to_be_checked";
  return statements > 0 && matched / statements < minMatched ? "unclear" : "in_line";
}
