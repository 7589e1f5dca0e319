import { nearness } from "../../server/assistant/models/extractive/propose-by-rules.ts";
import { createLocalEmbedder } from "../../server/assistant/models/local/local-embedder.ts";
import { spread } from "./bench.ts";
import { type IntentRow, openDataSets } from "./data/sets.ts";

/**
 * `node dist/lab/eval/tool-examples.js DIR`: measures the similarity of questions to the examples of tools without arguments, which is the
 * hardest case. Tools are intents of CLINC150 and BANKING77 with five of their questions as examples. The intent's other questions should
 * match; those of all other intents and of doc2dial should not. Prints, for each threshold, how many of both would be called.
 */
const tools = [
  { set: "clinc150", intent: "order_status" },
  { set: "clinc150", intent: "pto_balance" },
  { set: "clinc150", intent: "flight_status" },
  { set: "clinc150", intent: "bill_due" },
  { set: "banking77", intent: "card_arrival" },
  { set: "banking77", intent: "pending_transfer" },
];
const examplesOfEach = 5;
const sampled = 1_000;
const lines = [0.9, 0.95, 1, 1.03, 1.06, 1.1, 1.15, 1.2];

const dir = process.argv[2] ?? ".";
const embedder = createLocalEmbedder({});
const embed = (texts: string[]) => embedder.embed(texts, { priority: "query" });

const sets = openDataSets(dir);
const rows: Record<string, IntentRow[]> = {};
for (const set of ["clinc150", "banking77"] as const) rows[set] = (await sets.intents(set)) ?? missing(set);
const faq = ((await sets.doc2dial()) ?? missing("doc2dial")).flatMap(({ queries }) => queries);

const offered = tools.map(({ set, intent }) => ({
  examples: spread(ofIntent(set, intent), examplesOfEach),
  argument_sources: {},
}));
const shown = new Set(offered.flatMap(({ examples }) => examples));
const isWanted = (set: string, { intent }: IntentRow) =>
  tools.some((tool) => tool.set === set && tool.intent === intent);
const wanted = tools.flatMap(({ set, intent }, index) =>
  ofIntent(set, intent).flatMap((text) => (shown.has(text) ? [] : [{ text, index }])),
);
const others = {
  clinc150: spread(
    (rows.clinc150 ?? []).filter((row) => !isWanted("clinc150", row)),
    sampled,
  ).map(({ text }) => text),
  banking77: spread(
    (rows.banking77 ?? []).filter((row) => !isWanted("banking77", row)),
    sampled,
  ).map(({ text }) => text),
  doc2dial: spread(faq, sampled).map(({ question }) => question),
};

for (const byWords of [false, true]) {
  const how = { embed: byWords ? undefined : embed, locale: "en" };
  const right: number[] = [];
  for (const { text, index } of wanted) {
    const near = await nearness(text, offered, how);
    right.push(near.indexOf(Math.max(...near)) === index ? Math.max(...near) : 0);
  }
  const best: Record<string, number[]> = {};
  for (const [set, texts] of Object.entries(others)) {
    best[set] = [];
    for (const text of texts) best[set].push(Math.max(...(await nearness(text, offered, how))));
  }
  console.log(byWords ? "by words" : "by meaning");
  for (const line of lines) {
    const share = (values: number[]) =>
      `${((100 * values.filter((each) => each >= line).length) / values.length).toFixed(2)} %`;
    console.log(
      `  ${line.toFixed(2)} of the threshold: right calls ${share(right)} of ${right.length}; false:`,
      Object.entries(best)
        .map(([set, values]) => `${set} ${share(values)}`)
        .join(", "),
    );
  }
}
await embedder.close();

function ofIntent(set: string, intent: string): string[] {
  return (rows[set] ?? []).filter((row) => row.intent === intent).map(({ text }) => text);
}

function missing(set: string): never {
  throw new Error(`${dir} has no ${set}`);
}
