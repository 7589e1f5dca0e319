import { contextualizeByRules } from "../../../server/models/extractive/contextualize.ts";
import type { Bench } from "../bench.ts";
import type { RewriteRow } from "../data/sets.ts";
import { visitorHistory } from "../data/visitor-history.ts";
import { bleu, rougeRecall, sameWords, type TextPair } from "../metrics/overlap.ts";
import { recallAt } from "../metrics/ranking.ts";
import { mean } from "../metrics/separation.ts";
import { ReferenceBm25 } from "../reference-bm25.ts";
import { emptyResult, type MeasureResult } from "../report.ts";

interface Rewritten {
  row: RewriteRow;
  made: string;
}

/**
 * Questions of conversations made understandable alone by the rules, against what people made of them: how many that stood
 * alone were left alone, how near the words come, and whether the answer is found better with the rewrite than without.
 */
export async function measureRewrite(bench: Bench): Promise<MeasureResult> {
  // No embedding here, so it takes seconds and is never sampled.
  const result = emptyResult();
  for (const set of ["cast", "canard"] as const) {
    const rows = await bench.data.rewrites(set);
    if (!rows) {
      result.missing.push(set);
      continue;
    }
    bench.log(`rewrite: ${set}, ${rows.length} questions`);
    const rewritten = rows.map((row) => ({
      row,
      made: contextualizeByRules(row.question, visitorHistory(row.history)).question,
    }));
    addUnchanged(result, set, rewritten);
    addOverlap(result, rewritten, (row) => row.source ?? set);
    addRetrieval(result, set, rewritten);
  }
  result.notes.push(
    "rewrite: BLEU says little about these rules, because they add words instead of rephrasing the sentence.",
  );
  return result;
}

function addUnchanged(result: MeasureResult, set: string, rewritten: Rewritten[]): void {
  const alone = rewritten.filter(({ row }) => sameWords(row.question, row.rewrite));
  const leaning = rewritten.filter(({ row }) => !sameWords(row.question, row.rewrite));
  const unchanged = alone.filter(({ row, made }) => row.question === made).length / Math.max(1, alone.length);
  const changed = leaning.filter(({ row, made }) => row.question !== made).length / Math.max(1, leaning.length);
  result.figures.push(
    {
      group: "rewrite",
      on: set,
      name: "stand-alone questions left unchanged",
      value: unchanged,
      target: { atLeast: 0.95 },
      count: alone.length,
    },
    {
      group: "rewrite",
      on: set,
      name: "follow-up questions rewritten",
      value: changed,
      count: leaning.length,
    },
  );
}

function addOverlap(result: MeasureResult, rewritten: Rewritten[], groupOf: (row: RewriteRow) => string): void {
  const groups = [...new Set(rewritten.map(({ row }) => groupOf(row)))];
  result.tables.push({
    group: "rewrite",
    title: "overlap with human rewrites, unchanged and by rules",
    rows: groups.map((group) => {
      const own = rewritten.filter(({ row }) => groupOf(row) === group);
      const alone: TextPair[] = own.map(({ row }) => ({ made: row.question, wanted: row.rewrite }));
      const made: TextPair[] = own.map(({ row, made: text }) => ({ made: text, wanted: row.rewrite }));
      return {
        set: group,
        questions: own.length,
        "BLEU-4 unchanged": 100 * bleu(alone),
        "by rules": 100 * bleu(made),
        "ROUGE-1 recall unchanged": 100 * rougeRecall(alone),
        "ROUGE-1 by rules": 100 * rougeRecall(made),
      };
    }),
  });
}

/** Finding the answer that was given to the question among all answers of the set, by the reference BM25. */
function addRetrieval(result: MeasureResult, set: string, rewritten: Rewritten[]): void {
  const answers = answersOf(rewritten.map(({ row }) => row));
  const index = new ReferenceBm25([...answers.values()]);
  const known = rewritten.flatMap((each) => {
    const answer = answers.get(keyOf(each.row.conversation_id, each.row.question));
    return answer ? [{ ...each, answer: answer.id }] : [];
  });
  if (known.length === 0) return;
  const recall = (textOf: (each: Rewritten) => string) =>
    mean(known.map((each) => recallAt(index.search(textOf(each), 5), [each.answer], 5)));
  const on = `${set}, the answer among ${answers.size}`;
  const alone = recall(({ row }) => row.question);
  result.figures.push(
    { group: "rewrite", on, name: "recall@5, question as asked", value: alone, count: known.length },
    {
      group: "rewrite",
      on,
      name: "recall@5, rewritten by rules",
      value: recall(({ made }) => made),
      target: { atLeast: round(alone) },
      count: known.length,
    },
    {
      group: "rewrite",
      on,
      name: "recall@5, rewritten by humans",
      value: recall(({ row }) => row.rewrite),
      count: known.length,
    },
  );
}

/** The answer to a question stands in the history of the questions after it. */
function answersOf(rows: RewriteRow[]): Map<string, { id: string; text: string }> {
  const answers = new Map<string, { id: string; text: string }>();
  for (const { conversation_id: conversation, history } of rows) {
    for (const [index, { role, content }] of history.entries()) {
      const next = history[index + 1];
      const key = keyOf(conversation, content);
      if (role === "user" && next?.role === "assistant") answers.set(key, { id: key, text: next.content });
    }
  }
  return answers;
}

function keyOf(conversation: string, question: string): string {
  return `${conversation} ${question}`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
