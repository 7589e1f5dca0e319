import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";
import type { AppContext } from "../../../server/context.ts";
import { AppError } from "../../../server/errors.ts";
import { findDocument } from "../../../server/knowledge/documents.ts";
import { resolveTenant } from "../../../server/tenants/directory.ts";
import { readSettings } from "../../../server/tenants/settings.ts";
import { type OwnQuestion, parseOwnQuestions } from "../../eval/own/own-questions.ts";
import {
  type AskedQuestion,
  judgeQuestion,
  outcomeCounts,
  type ThresholdRow,
  thresholdRows,
} from "../../eval/own/threshold-report.ts";
import { columns } from "../../eval/report.ts";
import { defineCommand } from "../command.ts";

interface TenantReport {
  tenant_id: string;
  /** The tenant's own threshold. */
  threshold: number;
  /** What became of the questions at that threshold. */
  outcomes: { outcome: string; questions: number }[];
  thresholds: ThresholdRow[];
  questions: AskedQuestion[];
}

/** `parley eval FILE --tenant T`: what each threshold of the grade means on the tenant's own questions. */
export const evalTenantCommand = defineCommand<{ file: string; tenant: string; cwd: string }, TenantReport>({
  name: "eval tenant",
  args: z.strictObject({ file: z.string().min(1), tenant: z.string(), cwd: z.string() }),
  run: async (ctx, { file, tenant, cwd }, out) => {
    const tenantId = await resolveTenant(ctx.http.tenants, tenant);
    const questions = parseOwnQuestions(await readQuestionFile(resolve(cwd, file)));
    const { threshold } = await readSettings(ctx.http.tenants, tenantId);
    const asked: AskedQuestion[] = [];
    for (const [index, question] of questions.entries()) {
      asked.push(await askOne(ctx, tenantId, question));
      if ((index + 1) % 10 === 0) out.info(`${index + 1} of ${questions.length} questions asked`);
    }
    const thresholds = thresholdRows(asked, threshold);
    return { tenant_id: tenantId, threshold, outcomes: outcomeCounts(asked), thresholds, questions: asked };
  },
  render: ({ threshold, outcomes, thresholds, questions }) =>
    [
      `${questions.length} questions; the tenant's threshold is ${threshold}`,
      "",
      table(outcomes),
      "",
      table(
        thresholds.map((row) => ({ ...row, threshold: `${row.threshold}${row.threshold === threshold ? " *" : ""}` })),
      ),
      "",
      ...questions.flatMap((asked) => remarkOn(asked, threshold)),
    ].join("\n"),
});

async function askOne(ctx: AppContext, tenantId: string, question: OwnQuestion): Promise<AskedQuestion> {
  const asked = await ctx.ask({ tenantId, question: question.question, history: question.history, keep: false });
  const given = asked.withheld ?? asked.message;
  const sources = await Promise.all(
    given.citations.map(async ({ document_id, title, url }) => {
      const document = document_id === undefined ? null : await findDocument(ctx.knowledge, tenantId, document_id);
      return [document?.source ?? "", title, url ?? ""].filter((name) => name !== "");
    }),
  );
  return judgeQuestion(question, {
    score: asked.message.grade?.score ?? 0,
    escalated: asked.escalated,
    text: given.content,
    sources: [...new Set(sources.flat())],
    first: sources[0] ?? [],
  });
}

function readQuestionFile(path: string): Promise<string> {
  return readFile(path, "utf8").catch(() => {
    throw new AppError("not_found", `There is no file ${path}.`);
  });
}

/** A line for each question that did not go as expected. */
function remarkOn(
  { question, score, answerable, right_source, right_answer }: AskedQuestion,
  threshold: number,
): string[] {
  const isAnswered = score >= threshold;
  const faults = [
    isAnswered && !answerable ? "answered, though it should not be" : "",
    !isAnswered && answerable ? "a person is asked" : "",
    isAnswered && right_source === false ? "from another source" : "",
    isAnswered && right_answer === false ? "another answer" : "",
  ].filter((fault) => fault !== "");
  return faults.length === 0 ? [] : [`- ${score.toFixed(2)} ${question}: ${faults.join(", ")}`];
}

function table(rows: Record<string, string | number | null>[]): string {
  const heads = Object.keys(rows[0] ?? {});
  const lines = [
    heads.map((head) => head.replaceAll("_", " ")),
    ...rows.map((row) => heads.map((head) => String(row[head] ?? "-"))),
  ];
  return columns(lines);
}
