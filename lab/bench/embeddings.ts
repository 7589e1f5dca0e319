import type { Engine } from "../../server/assistant/models/local/engine.ts";
import { openNativeEngine } from "../../server/assistant/models/local/native-engine.ts";
import { openWasmEngine } from "../../server/assistant/models/local/wasm-engine.ts";
import { quantile } from "./overhead/cpu.ts";

/**
 * `node dist/lab/bench/embeddings.js`: measures the CPU time of one question (16 tokens) and one passage (1,000 characters) with each
 * engine, as a share of @lat.md/embed's in the same run, and how similar the vectors are.
 */
const question = "How do I change the address that my invoices are sent to?";
const passage =
  `Invoices are made on the first day of each month and sent to the address that is stored with the account. To change it, open Settings, choose Billing, then Addresses, and press Edit. A change holds from the next invoice on; those that were sent already stay as they are, because the law asks for that. `
    .repeat(4)
    .slice(0, 1_000);
const rounds = { question: 60, passage: 12 };

/** Mean CPU time per text in ms, all threads. The engines alternate, so that other load affects all of them equally. */
async function cpuOf(engine: Engine, text: string): Promise<number> {
  const before = process.cpuUsage();
  await engine.embed(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Both vectors have length one. */
function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

const engines = {
  "@lat.md/embed": await openWasmEngine(),
  "native fp32": await openNativeEngine("fp32"),
  "native int8": await openNativeEngine("int8"),
};
const names = Object.keys(engines) as (keyof typeof engines)[];
const figures = new Map(names.map((name) => [name, { question: [] as number[], passage: [] as number[] }]));
for (const kind of ["question", "passage"] as const) {
  const text = kind === "question" ? question : passage;
  for (let round = -2; round < rounds[kind]; round += 1) {
    for (const name of names) {
      const took = await cpuOf(engines[name], `${text} ${round}`);
      // The first rounds warm the engines up.
      if (round >= 0) figures.get(name)?.[kind].push(took);
    }
  }
}
const median = (values: number[]) => quantile(values, 0.5);
const reference = figures.get("@lat.md/embed") ?? { question: [], passage: [] };
process.stdout.write("| engine | question, ms | share | passage, ms | share | cosine |\n|---|---|---|---|---|---|\n");
for (const name of names) {
  const own = figures.get(name) ?? reference;
  const [q, p] = [median(own.question), median(own.passage)];
  const near = cosine(await engines[name].embed(passage), await engines["@lat.md/embed"].embed(passage));
  const row = [name, q, q / median(reference.question), p, p / median(reference.passage)];
  process.stdout.write(
    `| ${row.map((value) => (typeof value === "number" ? value.toFixed(3) : value)).join(" | ")} | ${near.toFixed(6)} |\n`,
  );
}
for (const name of names) await engines[name].close();
