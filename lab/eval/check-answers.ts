import { readdir, readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Verdict } from "../../protocol/admin-check.ts";
import { checkText } from "../../server/assistant/models/check/check-text.ts";
import { createLocalEmbedder } from "../../server/assistant/models/local/local-embedder.ts";
import { projectRoot } from "../../server/core/project-root.ts";
import { gatherPassages } from "../../server/tickets/agent-assist/gather-passages.ts";
import { runProgram } from "../bench/stage.ts";
import { type CheckCase, chosenOn, heldOut } from "./data/check-cases.ts";
import { openWorkbench } from "./workbench.ts";

/**
 * `node dist/lab/eval/check-answers.js [--cases] [--chosen]`: measures how well the check classifies single sentences as supported by,
 * contradicted by, or not in the guide, without a language model, with the product's own search.
 */
const verdicts = ["supported", "contradicted", "not_found"] as const;

interface Judged extends CheckCase {
  got: Verdict;
  quote: string | null;
}

async function main(): Promise<void> {
  const embeddings = createLocalEmbedder({ threads: availableParallelism() });
  const log = (line: string) => void process.stderr.write(`${line}\n`);
  const data = {} as Parameters<typeof openWorkbench>[0]["data"]; // the guide is the only set
  const limits = { maxQuestions: null, maxPassages: null, maxEntries: null, answersFile: null };
  const workbench = await openWorkbench({ data, embeddings, log, ...limits });
  try {
    const tenantId = await workbench.tenantOf("guide", await readGuide());
    const judge = async ({ text }: CheckCase) => {
      const find = async (question: string) => (await workbench.search(tenantId, { question })).results;
      const chunks = await gatherPassages({ question: "", text, cited: [] }, find, new AbortController().signal);
      const embed = (texts: string[]) => embeddings.embed(texts, { priority: "query" });
      return checkText({ text, chunks, locale: "en", embed });
    };
    const sets = { "chosen on": chosenOn, ...(process.argv.includes("--chosen") ? {} : { "held out": heldOut }) };
    for (const [name, cases] of Object.entries(sets)) {
      const started = performance.now();
      const judged: Judged[] = [];
      for (const each of cases) {
        const [first] = await judge(each);
        judged.push({ ...each, got: first?.verdict ?? "aside", quote: first?.quote ?? null });
      }
      report(name, judged, (performance.now() - started) / cases.length);
    }
  } finally {
    await workbench.close();
    await embeddings.close();
  }
}

async function readGuide() {
  const folder = join(projectRoot, "docs/guide");
  const files = (await readdir(folder)).filter((file) => file.endsWith(".md"));
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), "utf8");
      return { id: file, title: /^# (.+)$/m.exec(text)?.[1] ?? file, text, url: "" };
    }),
  );
}

function report(name: string, judged: Judged[], ms: number): void {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const right = judged.filter(({ expected, got }) => expected === got).length;
  print(`${name}: ${right} of ${judged.length} right, ${ms.toFixed(0)} ms each`);
  for (const verdict of verdicts) {
    const said = judged.filter(({ got }) => got === verdict);
    const meant = judged.filter(({ expected }) => expected === verdict);
    const both = said.filter(({ expected }) => expected === verdict).length;
    print(`  ${verdict}: precision ${both} of ${said.length}, recall ${both} of ${meant.length}`);
  }
  const wrong = judged.filter(({ expected, got }) => expected !== got);
  for (const { how, text, expected, got, quote } of wrong)
    print(
      `    ${how}: ${expected}, got ${got}: ${text}${process.argv.includes("--cases") ? `\n      | ${quote}` : ""}`,
    );
}

await runProgram(main);
