import type { ReportedQuestion } from "./judge-answer.ts";
import { isShown, type OutcomeFigure } from "./outcome-table.ts";

/** Bins of the reliability curve. */
const bins = 10;
const size = 260;

/** A table of values that a reader compares. */
export interface ReportTable {
  title: string;
  rows: Record<string, string | number>[];
}

/** A self-contained page: tables, the reliability curve of each set, and every question with its answer. */
export function renderAnswers(
  judged: ReportedQuestion[],
  { tables, figures }: { tables: ReportTable[]; figures: OutcomeFigure[] },
): string {
  const sets = [...new Set(judged.map(({ set }) => set))];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Answer evaluation</title><style>${style}</style></head><body>
<h1>Answer evaluation</h1>
${tables.map(({ title, rows }) => `<h2>${escapeHtml(title)}</h2>${tableOf(rows)}`).join("\n")}
<h2>Figures</h2>${tableOf(figures.map(({ on, name, value, count }) => ({ on, figure: name, value: value.toFixed(3), n: count ?? "" })))}
<h2>What a confidence promises and what is true</h2>
<p>Of the questions with about this confidence, the share whose answer is correct and complete. On the line, the confidence is exact; the area of a point is the number of questions.</p>
<div class="curves">${sets
    .map((set) =>
      curveOf(
        set,
        judged.filter((each) => each.set === set),
      ),
    )
    .join("\n")}</div>
<h2>Questions</h2>
${sets
  .map((set) =>
    listOf(
      set,
      judged.filter((each) => each.set === set),
    ),
  )
  .join("\n")}
</body></html>
`;
}

const style = `body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem;color:#1b1b1f;background:#fff}
table{border-collapse:collapse;margin:.5rem 0 1.5rem;font-size:13px}th,td{border:1px solid #d5d5dc;padding:.25rem .5rem;text-align:left;vertical-align:top}
.curves{display:flex;flex-wrap:wrap;gap:1.5rem}figure{margin:0}figcaption{font-size:13px}td.answer{white-space:pre-wrap;max-width:32rem}
details{margin:.5rem 0}summary{cursor:pointer;font-weight:600}
@media (prefers-color-scheme:dark){body{background:#17171b;color:#e8e8ee}th,td{border-color:#44444e}}`;

/** Points of a reliability curve: mean grade, share of right answers, and number of questions. */
export function reliabilityPoints(
  judged: Pick<ReportedQuestion, "score" | "is_right">[],
): { grade: number; right: number; count: number }[] {
  return Array.from({ length: bins }, (_unused, bin) =>
    judged.filter(({ score }) => Math.min(bins - 1, Math.floor(score * bins)) === bin),
  )
    .filter((inBin) => inBin.length > 0)
    .map((inBin) => ({
      grade: inBin.reduce((sum, { score }) => sum + score, 0) / inBin.length,
      right: inBin.filter(({ is_right }) => is_right).length / inBin.length,
      count: inBin.length,
    }));
}

function curveOf(set: string, judged: ReportedQuestion[]): string {
  const points = reliabilityPoints(judged);
  const most = Math.max(1, ...points.map(({ count }) => count));
  const dots = points.map(
    ({ grade, right, count }) =>
      `<circle cx="${(grade * size).toFixed(1)}" cy="${((1 - right) * size).toFixed(1)}" r="${(2 + 9 * Math.sqrt(count / most)).toFixed(1)}" fill="#3565c9" fill-opacity=".65"><title>confidence ${grade.toFixed(2)}, right ${right.toFixed(2)}, ${count} questions</title></circle>`,
  );
  return `<figure><svg width="${size + 20}" height="${size + 20}" viewBox="-10 -10 ${size + 20} ${size + 20}" role="img" aria-label="Confidence reliability for ${escapeHtml(set)}">
<rect width="${size}" height="${size}" fill="none" stroke="#888"/><line x1="0" y1="${size}" x2="${size}" y2="0" stroke="#888" stroke-dasharray="4"/>${dots.join("")}</svg>
<figcaption>${escapeHtml(set)}: confidence from left to right, share correct upwards</figcaption></figure>`;
}

function listOf(set: string, judged: ReportedQuestion[]): string {
  const shown = judged.filter(isShown).length;
  const rows = judged.map(
    ({ question, answer, evidence, outcome, score, cited }) =>
      `<tr><td>${escapeHtml(question)}</td><td class="answer">${escapeHtml(answer)}</td><td class="answer">${escapeHtml(evidence)}</td><td>${outcome}</td><td>${score.toFixed(2)}</td><td>${escapeHtml(cited.join(", "))}</td></tr>`,
  );
  return `<details><summary>${escapeHtml(set)}: ${judged.length} questions, ${shown} answers shown</summary><table><tr><th>question</th><th>answer</th><th>evidence</th><th>outcome</th><th>confidence</th><th>cited</th></tr>${rows.join("")}</table></details>`;
}

function tableOf(rows: Record<string, string | number>[]): string {
  const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const body = rows.map(
    (row) => `<tr>${heads.map((head) => `<td>${escapeHtml(String(row[head] ?? ""))}</td>`).join("")}</tr>`,
  );
  return `<table><tr>${heads.map((head) => `<th>${escapeHtml(head)}</th>`).join("")}</tr>${body.join("")}</table>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
