import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";
import { readSettings } from "../../../server/accounts/tenants/settings.ts";
import { findDocument } from "../../../server/knowledge/documents/documents.ts";
import type { AppContext } from "../../../server/wiring/context.ts";
import { columns } from "../columns.ts";
import { defineTenantCommand } from "../command.ts";
import { type ReportTable, renderAnswers } from "../own-questions/html-report.ts";
import { type AskedQuestion, type GivenAnswer, judgeQuestion } from "../own-questions/judge-question.ts";
import {
  type OutcomeFigure,
  outcomeCounts,
  outcomeFigures,
  outcomeRow,
  type ThresholdRow,
  thresholdRows,
} from "../own-questions/outcome-table.ts";
import { type OwnQuestion, parseOwnQuestions } from "../own-questions/parse-questions.ts";
import { readText } from "../read-file.ts";

interface TenantReport {
  tenant_id: string;
  /** The tenant's own threshold. */
  threshold: number;
  /** What became of the questions at that threshold. */
  outcomes: { outcome: string; questions: number }[];
  /** The same for each set of the file, with mean length and time. */
  sets: Record<string, string | number>[];
  figures: OutcomeFigure[];
  thresholds: ThresholdRow[];
  questions: AskedQuestion[];
}

const evalArgs = z.strictObject({
  file: z.string().min(1),
  tenant: z.string(),
  cwd: z.string(),
  out: z.string().optional(),
  html: z.string().optional(),
});

/** `parley eval FILE --tenant T`: runs the tenant's own questions and reports the effect of each confidence threshold. */
export const evalCommand = defineTenantCommand<z.infer<typeof evalArgs>, TenantReport>({
  name: "eval",
  args: evalArgs,
  run: async (ctx, { file, tenantId, cwd, out: outFile, html }, out) => {
    const questions = parseOwnQuestions(await readText(cwd, file));
    const { threshold } = await readSettings(ctx.http.tenants, tenantId);
    const asked: AskedQuestion[] = [];
    for (const [index, question] of questions.entries()) {
      asked.push(judgeQuestion(question, await askOne(ctx, tenantId, question), String(index + 1)));
      if ((index + 1) % 10 === 0) out.info(`${index + 1} of ${questions.length} questions asked`);
    }
    const report = reportOn(asked, { tenant_id: tenantId, threshold });
    if (outFile !== undefined) await writeFile(resolve(cwd, outFile), `${JSON.stringify(report, null, 1)}\n`);
    if (html !== undefined) await writeFile(resolve(cwd, html), pageOf(report));
    return report;
  },
  render: ({ threshold, sets, thresholds, questions }) =>
    [
      `${questions.length} questions; the tenant's confidence threshold is ${threshold}`,
      "",
      table(sets),
      "",
      table(
        thresholds.map((row) => ({ ...row, threshold: `${row.threshold}${row.threshold === threshold ? " *" : ""}` })),
      ),
      "",
      ...questions.flatMap((asked) => remarkOn(asked, threshold)),
    ].join("\n"),
});

function reportOn(asked: AskedQuestion[], tenant: { tenant_id: string; threshold: number }): TenantReport {
  const names = [...new Set(asked.map(({ set }) => set))];
  const sets = names.map((name) => ({ name, of: asked.filter(({ set }) => set === name) }));
  if (sets.length > 1) sets.push({ name: "all", of: asked });
  return {
    ...tenant,
    outcomes: outcomeCounts(asked),
    sets: sets.map(({ name, of }) => outcomeRow(name, of)),
    figures: sets.flatMap(({ name, of }) => outcomeFigures(name, of)),
    thresholds: thresholdRows(asked, tenant.threshold),
    questions: asked,
  };
}

function pageOf({ sets, figures, thresholds, questions }: TenantReport): string {
  const rows = thresholds.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name.replaceAll("_", " "), value ?? "-"])),
  );
  const tables: ReportTable[] = [
    { title: "Results", rows: sets },
    { title: "Effect of each confidence threshold", rows },
  ];
  return renderAnswers(questions, { tables, figures });
}

async function askOne(ctx: AppContext, tenantId: string, question: OwnQuestion): Promise<GivenAnswer> {
  const started = performance.now();
  const before = process.cpuUsage();
  const asked = await ctx.ask({ tenantId, question: question.question, history: question.history, keep: false });
  // Of the whole process: a server that has other work at the same time counts that as well.
  const { user, system } = process.cpuUsage(before);
  const wallMs = performance.now() - started;
  const given = asked.withheld ?? asked.message;
  const cited = await Promise.all(
    given.citations.map(async ({ document_id, title, url }) => {
      const document = document_id === undefined ? null : await findDocument(ctx.knowledge, tenantId, document_id);
      return [document?.source ?? "", title, url ?? ""].filter((name) => name !== "");
    }),
  );
  const { grade } = asked.message;
  return {
    score: grade?.score ?? 0,
    reason: grade?.reason ?? "",
    escalated: asked.escalated,
    askedBack: asked.asked_back,
    text: given.content,
    cited,
    cpuMs: (user + system) / 1_000,
    wallMs,
  };
}

/** A line for each question that did not go as expected. */
function remarkOn(
  { question, score, answerable, right_source, right_answer, outcome }: AskedQuestion,
  threshold: number,
): string[] {
  const isAnswered = score >= threshold;
  const faults = [
    outcome === "asked back" ? "asked back" : "",
    isAnswered && !answerable ? "answered although it should not be" : "",
    !isAnswered && answerable ? "handed over" : "",
    isAnswered && right_source === false ? "cites another source" : "",
    isAnswered && right_answer === false ? "differs from the expected answer" : "",
    outcome === "right document, evidence missing" && right_answer !== false ? "evidence missing" : "",
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
