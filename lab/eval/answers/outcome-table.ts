import { auroc, mean, type Scored } from "../metrics/separation.ts";
import type { Figure } from "../report.ts";
import { outcomes } from "./judge-answer.ts";
import type { ReportedQuestion } from "./judged.ts";

/** One row a set: how many questions came to what, as shares of those that could or could not be answered. */
export function outcomeRow(set: string, judged: ReportedQuestion[]): Record<string, string | number> {
  const shown = judged.filter(isShown);
  const row: Record<string, string | number> = { set, questions: judged.length };
  for (const outcome of outcomes) row[outcome] = judged.filter((each) => each.outcome === outcome).length;
  row["mean length"] = Math.round(mean(shown.map(({ answer }) => answer.length)));
  row["CPU ms"] = Math.round(mean(judged.map(({ cpu_ms }) => cpu_ms)) * 10) / 10;
  row["wall ms"] = Math.round(mean(judged.map(({ wall_ms }) => wall_ms)) * 10) / 10;
  return row;
}

/** What the issue of a set comes down to; targets are those of all sets together. */
export function outcomeFigures(set: string, judged: ReportedQuestion[]): Figure[] {
  const answerable = judged.filter((each) => each.answerable);
  const others = judged.filter((each) => !each.answerable);
  const shown = answerable.filter(isShown);
  const marked = shown.filter(({ held }) => held !== null);
  const figures: Figure[] = [];
  const add = (name: string, value: number, count: number) => {
    if (count > 0) figures.push({ group: "answers", on: set, name, value, count });
  };
  add("right and complete, of the shown", share(shown, isComplete), shown.length);
  add(
    "evidence held, of the shown",
    share(marked, ({ held }) => (held ?? 0) >= 0.7),
    marked.length,
  );
  add("wrong document, of the shown", share(shown, wrongDocument), shown.length);
  add("escalated needlessly, of the answerable", share(answerable, needless), answerable.length);
  add("wrong document, of the answerable", share(answerable, wrongDocument), answerable.length);
  add("shown, of the unanswerable", share(others, isShown), others.length);
  add("AUROC of the confidence, right against not right", auroc(answerable.map(rightness)), answerable.length);
  add("AUROC of the confidence, right document first", auroc(answerable.map(rightDocument)), answerable.length);
  return figures.filter(({ value }) => !Number.isNaN(value));
}

/** True when the visitor saw an answer. */
export function isShown({ outcome }: ReportedQuestion): boolean {
  return !outcome.startsWith("escalated") && outcome !== "asked back";
}

function isComplete({ outcome }: ReportedQuestion): boolean {
  return outcome === "right and complete";
}

function needless({ outcome }: ReportedQuestion): boolean {
  return outcome === "escalated needlessly";
}

function wrongDocument({ outcome }: ReportedQuestion): boolean {
  return outcome === "wrong document";
}

function rightness({ score, is_right }: ReportedQuestion): Scored {
  return { score, positive: is_right };
}

function rightDocument({ score, is_right_document }: ReportedQuestion): Scored {
  return { score, positive: is_right_document };
}

function share<Item>(items: Item[], test: (item: Item) => boolean): number {
  return items.length === 0 ? 0 : items.filter(test).length / items.length;
}
