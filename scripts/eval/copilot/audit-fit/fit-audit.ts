import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import {
  type ContradictionModel,
  weigh,
} from "../../../../server/models/copilot/by-rules/weighed/contradiction-model.ts";
import type { StanceModel } from "../../../../server/models/copilot/by-rules/weighed/stance.ts";
import { createLocalEmbedder } from "../../../../server/models/embeddings/local/local-embedder.ts";
import type { EmbedTexts } from "../../../../server/models/embeddings/port.ts";
import { auroc } from "../../metrics/separation.ts";
import { type AuditList, readApart } from "../audit-set/apart.ts";
import { examplesOfList, examplesOfPairs, ownTexts, stanceExamples, type WeighedExample } from "./examples.ts";
import { fitStance } from "./fit-stance.ts";
import { fitWeights } from "./fit-weights.ts";

/** Where a sentence is told: so many false alarms a text, on lists that the weights were not fitted on. */
const alarmsATextAtLine = 0.75;
const shownAlarms = [0.25, 0.5, 0.75, 1];
const folds = 5;

const foldOf = (domain: string) => createHash("sha256").update(domain).digest().readUInt16BE() % folds;

interface Fitted {
  model: ContradictionModel;
  figures: string[];
}

/** Fits on everything; the figures and the line are of models that have not seen the list in question. */
async function fitModel(lists: ReadonlyMap<string, AuditList>, embed: EmbedTexts | undefined): Promise<Fitted> {
  const whole = fitStance(stanceExamples);
  const partial = Array.from({ length: folds }, (_unused, fold) =>
    fitStance(stanceExamples.filter(({ domain }) => foldOf(domain) !== fold)),
  );
  const stance = (domain: string | null): StanceModel => (domain === null ? whole : (partial[foldOf(domain)] ?? whole));
  const others = await Promise.all([...lists].map(([name, list]) => examplesOfList(list, name, { embed, stance })));
  const own = await examplesOfList(ownTexts, "own", { embed, stance });
  const examples = [...(await examplesOfPairs({ embed, stance })), ...own, ...others.flat()];
  const judged = [...lists.keys()].map((name) => {
    const model = fitWeights(examples.filter(({ list }) => list !== name));
    return examples
      .filter(({ list }) => list === name)
      .map((each) => ({ each, score: weigh(each.candidates, model).probability, positive: each.isWrong }));
  });
  const all = judged.flat();
  const model = { ...fitWeights(examples), line: lineAt(all, alarmsATextAtLine) };
  return { model, figures: [...judged, all].map((rows) => figuresOf(rows)) };
}

type Judged = { each: WeighedExample; score: number; positive: boolean };

function lineAt(rows: readonly Judged[], alarmsAText: number): number {
  const texts = new Set(rows.map(({ each: { list, text } }) => `${list} ${text}`)).size;
  const right = rows.filter(({ positive }) => !positive).map(({ score }) => score);
  const line = right.toSorted((one, other) => other - one)[Math.floor(texts * alarmsAText)] ?? 0.5;
  return Math.ceil(line * 100) / 100;
}

function figuresOf(rows: readonly Judged[]): string {
  const wrong = rows.filter(({ positive }) => positive);
  const recalls = shownAlarms.map((alarms) => {
    const line = lineAt(rows, alarms);
    const found = wrong.filter(({ score }) => score >= line).length;
    return `${found} of ${wrong.length} at ${line} (${alarms} alarms a text)`;
  });
  const names = [...new Set(rows.map(({ each: { list } }) => list))].join(", ");
  return `${names}: AUROC ${auroc([...rows])?.toFixed(3)}; ${recalls.join(", ")}`;
}

const round = (value: number) => Math.round(value * 100) / 100;

/** The weights as a source text. */
async function writeWeights(lists: ReadonlyMap<string, AuditList>): Promise<string> {
  const embedder = createLocalEmbedder({ threads: availableParallelism() });
  const written: string[] = [];
  try {
    const embed: EmbedTexts = (texts) => embedder.embed(texts, { priority: "query" });
    for (const [name, engine] of [["modelByMeaning", embed] as const, ["modelByWords", undefined] as const]) {
      const { model, figures } = await fitModel(lists, engine);
      process.stderr.write(`${name}\n${figures.map((line) => `  ${line}\n`).join("")}`);
      const rounded = JSON.stringify(model, (_key, value) => (typeof value === "number" ? round(value) : value));
      written.push(`export const ${name}: ContradictionModel = ${rounded};\n`);
    }
  } finally {
    await embedder.close();
  }
  const { bias, weights } = fitStance(stanceExamples);
  const terms = [...weights].map(([term, weight]) => `${term} ${Math.round(weight * 100)}`);
  const rows = Array.from({ length: Math.ceil(terms.length / 8) }, (_unused, row) =>
    terms.slice(row * 8, row * 8 + 8).join("; "),
  );
  written.push(`export const stanceWords = {\n  bias: ${round(bias)},\n  terms: \`\n${rows.join(";\n")}\n\`,\n};\n`);
  return written.join("\n");
}

// The list that judges is never fitted on.
const lists = new Map(["first", "second"].map((name): [string, AuditList] => [name, readApart(name)]));
process.stdout.write(await writeWeights(lists));
