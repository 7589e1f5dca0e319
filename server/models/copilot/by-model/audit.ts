import { z } from "zod";
import { type AuditResult, type Finding, findingSchema, severitySchema } from "../../../../protocol/copilot.ts";
import type { AuditInput, Concluded } from "../../../copilot/ports.ts";
import type { Caller } from "../../chat/chat-tasks.ts";
import { locateQuote } from "../excerpts.ts";
import { askJson } from "./ask-json.ts";
import { asked, copilotPrompt } from "./prompts.ts";
import { ProofBook, proofSchema } from "./proofs.ts";
import { safeText } from "./safe-text.ts";
import { clamp } from "./summarize.ts";

const schema = z.object({
  findings: z.array(
    z.object({
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
  statements: z.number().int(),
  matched: z.number().int(),
  confidence: z.number(),
});

/** Below it little of the text is said in the policies at all. */
const leastMatched = 0.2;

/** What speaks against a text in the policies, as a model sees it. A finding whose quotes do not stand where they should is none. */
export async function auditBy(caller: Caller, { text, targets, locale }: AuditInput): Promise<Concluded<AuditResult>> {
  const chunks = targets.flatMap((each) => each.chunks);
  const parts = [asked("language", locale), asked("text", text)];
  const said = await askJson(caller, copilotPrompt("audit", chunks, parts), { name: "audit", schema });
  const book = new ProofBook(chunks);
  const findings = said.findings.flatMap((each, at): Finding[] => {
    const [there] = book.take(each.proof);
    const target = there === undefined ? undefined : book.excerpts[there]?.version_id;
    const span = each.here.trim() === "" ? null : locateQuote(text, each.here);
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
  const statements = Math.max(0, said.statements);
  const matched = Math.min(statements, Math.max(findings.length, said.matched));
  const result: AuditResult = {
    action: "audit",
    status: statusOf(findings, { statements, matched }),
    findings,
    beside: [],
    statements,
    matched,
  };
  return { result, excerpts: book.excerpts, inference: clamp(said.confidence) * book.honesty, judge: "model" };
}

function statusOf(findings: readonly Finding[], { statements, matched }: { statements: number; matched: number }) {
  if (findings.some(({ severity }) => severity === "high")) return "violated";
  if (findings.length > 0) return "to_be_checked";
  return statements > 0 && matched / statements < leastMatched ? "unclear" : "in_line";
}
