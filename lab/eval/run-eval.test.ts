import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderReport } from "./report.ts";
import { type EvalReport, runEval } from "./run-eval.ts";

let folder: string;
let report: EvalReport;
const lines: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-eval-"));
  await writeSets();
  report = await runEval({ data: "sets", cwd: folder, vectors: "vectors", out: "report.json" }, (line) =>
    lines.push(line),
  );
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the evaluation of a folder of sets", () => {
  it("says which sets are not there and measures the others", () => {
    expect(report.missing).toEqual(
      expect.arrayContaining(["clinc150 (cache)", "doc2dial (retrieval)", "visitors (visitors)"]),
    );
    expect(report.missing.join()).not.toMatch(/banking77|mtrag \(/);
  });

  it("asks the cache of the product", () => {
    expect(figureOf("banking77", "hit rate")).toBe(0.5);
    expect(figureOf("banking77", "precision of hits")).toBe(1);
    expect(figureOf("intent_near_miss", "wrong hits on look-alikes")).toBe(0);
  });

  it("finds passages in a database of its own, by the product's search and by the reference", () => {
    expect(figureOf("mtrag clapnq+cloud+fiqa", "recall@5, as asked")).toBe(1);
    expect(figureOf("mtrag", "recall@5, reference BM25")).toBe(1);
    expect(figureOf("mtrag", "BM25 in SQL minus reference, recall@5")).toBe(0);
  });

  it("times the search", () => {
    expect(report.figures.filter(({ group }) => group === "search-speed").every(({ value }) => value > 0)).toBe(true);
  });

  it("writes JSON with a verdict for each target, and a table", async () => {
    const written = JSON.parse(await readFile(join(folder, "report.json"), "utf8"));
    expect(written.figures).toHaveLength(report.figures.length);
    expect(written.figures.find(({ name }: { name: string }) => name === "precision of hits").verdict).toBe("reached");
    expect(renderReport(report)).toMatch(/cache +banking77.+precision of hits +1 +>= 0.97 +reached +2/);
  });

  it("remembers vectors, so that the next run makes none anew", async () => {
    const before = await readFile(join(folder, "vectors", "minilm-l6-v2.vec"));
    await runEval({ data: "sets", cwd: folder, vectors: "vectors", only: "cache" }, () => {});
    expect(await readFile(join(folder, "vectors", "minilm-l6-v2.vec"))).toHaveLength(before.length);
  });

  it("names the line of a set that is not as described", async () => {
    await write("broken/banking77/intents.jsonl", '{"text": "hello"}\n');
    await expect(runEval({ data: "broken", cwd: folder, only: "cache" }, () => {})).rejects.toThrow(
      /banking77\/intents\.jsonl:1: intent/,
    );
  });

  it("refuses a measure it does not know", async () => {
    await expect(runEval({ data: "sets", only: "beauty" }, () => {})).rejects.toThrow(/search-speed/);
  });
});

function figureOf(on: string, name: string): number {
  const figure = report.figures.find((each) => each.on.startsWith(on) && each.name === name);
  if (!figure)
    throw new Error(`no figure ${on}, ${name}: ${report.figures.map((each) => `${each.on}, ${each.name}`).join("; ")}`);
  return figure.value;
}

async function writeSets(): Promise<void> {
  await write(
    "sets/banking77/intents.jsonl",
    rows(
      { text: "How do I activate my new card?", intent: "activate", split: "train" },
      { text: "Where is the nearest cash machine?", intent: "atm", split: "train" },
      { text: "how do i activate my new card", intent: "activate", split: "test" },
      { text: "Can I pay in yen?", intent: "currencies", split: "test" },
    ),
  );
  await write(
    "sets/intent_near_miss/duplicates.jsonl",
    rows(
      { a: "How do I enable transfers?", b: "How do I disable transfers?", same: false, kind: "antonym" },
      { a: "How do I top up?", b: "how do i top up", same: true, kind: "other" },
    ),
  );
  await write(
    "sets/mtrag/cloud/corpus.jsonl.gz",
    gzipSync(
      rows(
        {
          id: "vpn",
          title: "VPN gateways",
          text: "A VPN gateway connects your private network. Create a VPN gateway on the Networks page.",
        },
        {
          id: "disk",
          title: "Block storage",
          text: "Block storage volumes can be resized while they are attached to a running server.",
        },
        {
          id: "bill",
          title: "Invoices",
          text: "Invoices are sent on the first day of each month to the account owner.",
        },
      ),
    ),
  );
  await write(
    "sets/mtrag/cloud/queries.jsonl",
    rows(
      {
        id: "1",
        question: "How do I create a VPN gateway?",
        relevant: ["vpn"],
        answerable: true,
        label: "ANSWERABLE",
        set: "mtrag",
      },
      {
        id: "2",
        question: "When are invoices sent?",
        relevant: ["bill"],
        answerable: true,
        label: "ANSWERABLE",
        set: "mtrag",
      },
      {
        id: "3",
        question: "Which football club won the cup in 1987?",
        relevant: [],
        answerable: false,
        label: "UNANSWERABLE",
        set: "mtrag",
      },
    ),
  );
}

function rows(...items: object[]): string {
  return items.map((item) => `${JSON.stringify(item)}\n`).join("");
}

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}
