import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import type { HistoryMessage } from "../../../server/assistant/ports.ts";
import { projectRoot } from "../../../server/core/project-root.ts";

const intentRow = z.object({ text: z.string(), intent: z.string(), split: z.string().default("train") });
const pairRow = z.object({ a: z.string(), b: z.string(), same: z.boolean(), kind: z.string().default("") });
const history = z.array(z.object({ role: z.enum(["user", "assistant"]), content: z.string() })).default([]);
const passageRow = z.object({
  id: z.string(),
  title: z.string().default(""),
  text: z.string(),
  domain: z.string().optional(),
});
const queryRow = z.object({
  id: z.string(),
  question: z.string(),
  history,
  relevant: z.array(z.string()).default([]),
  answerable: z.boolean(),
  label: z.string().optional(),
  set: z.string().optional(),
  rewrite: z.string().nullish(),
  domain: z.string().optional(),
  conversation_id: z.string().optional(),
  /** The reference answer of people. */
  answer: z.string().nullish(),
  /** The parts of the documents that contain the answer. */
  evidence: z.array(z.object({ doc: z.string(), text: z.string() })).default([]),
});

const visitorQuestion = z.object({
  q: z.string(),
  corpus: z.string(),
  /** Folder of the pages, below the data folder. */
  folder: z.string(),
  /**
   * File name of the page with the answer, its title, the heading of the section (null: before the first) and the beginning of the section.
   */
  doc: z.string(),
  title: z.string(),
  heading: z.string().nullable(),
  begins: z.string(),
});

export type VisitorQuestion = z.infer<typeof visitorQuestion>;
export type IntentRow = z.infer<typeof intentRow>;
export type PairRow = z.infer<typeof pairRow>;
export type PassageRow = z.infer<typeof passageRow>;
export type QueryRow = z.infer<typeof queryRow>;

/** One tenant's documents and questions. */
export interface Domain {
  name: string;
  passages: PassageRow[];
  queries: QueryRow[];
}

/** Readers of the sets below one folder. A missing set is null. */
export interface DataSets {
  folder: string;
  visitors(): Promise<VisitorQuestion[] | null>;
  intents(set: "banking77" | "clinc150"): Promise<IntentRow[] | null>;
  lookAlikes(): Promise<PairRow[] | null>;
  mtrag(): Promise<Domain[] | null>;
  doc2dial(): Promise<Domain[] | null>;
}

/** Folders of the multi-turn benchmark; each is a tenant. */
const mtragDomains = ["clapnq", "cloud", "fiqa", "govt"];

export function openDataSets(folder: string): DataSets {
  const rows = <Row>(path: string, schema: z.ZodType<Row>) => readPlainOrZipped(join(folder, path), schema);
  return {
    folder,
    visitors: () => rows("visitors/dev.jsonl", visitorQuestion),
    intents: (set) => rows(`${set}/intents.jsonl`, intentRow),
    lookAlikes: () => rows("intent_near_miss/duplicates.jsonl", pairRow),
    async mtrag() {
      const domains: Domain[] = [];
      for (const name of mtragDomains) {
        const passages = await rows(`mtrag/${name}/corpus.jsonl`, passageRow);
        const queries = await rows(`mtrag/${name}/queries.jsonl`, queryRow);
        if (passages && queries) domains.push({ name, passages, queries });
      }
      return domains.length > 0 ? domains : null;
    },
    async doc2dial() {
      const passages = await rows("doc2dial/corpus.jsonl", passageRow);
      const queries = await rows("doc2dial/queries.jsonl", queryRow);
      if (!passages || !queries) return null;
      return [...new Set(passages.map(({ domain }) => domain ?? ""))].map((name) => ({
        name,
        passages: passages.filter(({ domain }) => (domain ?? "") === name),
        queries: queries.filter(({ domain }) => (domain ?? "") === name),
      }));
    },
  };
}

/** A set may be compressed or plain. */
function readPlainOrZipped<Row>(path: string, schema: z.ZodType<Row>): Promise<Row[] | null> {
  return readRows(existsSync(path) ? path : `${path}.gz`, schema);
}

/** Converts a set's conversation to the product's roles. */
export function visitorHistory(history: { role: "user" | "assistant"; content: string }[]): HistoryMessage[] {
  return history.map(({ role, content }) => ({ role: role === "user" ? "visitor" : "assistant", content }));
}

/**
 * Reads the rows of a JSON lines file, gzipped when its name says so; null when the file is missing.
 * @throws Error naming file and line of an invalid row.
 */
async function readRows<Row>(path: string, schema: z.ZodType<Row>): Promise<Row[] | null> {
  if (!existsSync(path)) return null;
  const bytes = await readFile(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [parseRow(line, schema, `${path}:${index + 1}`)]));
}

function parseRow<Row>(line: string, schema: z.ZodType<Row>, place: string): Row {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new Error(`${place} is not valid JSON`, { cause });
  }
  const row = schema.safeParse(value);
  if (!row.success)
    throw new Error(
      `${place}: ${row.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; ")}`,
    );
  return row.data;
}

const guideQuestion = z.object({
  q: z.string(),
  /** Sections of the guide that answer the question. */
  right: z.array(z.object({ doc: z.string(), heading: z.string() })),
});

export type GuideQuestion = z.infer<typeof guideQuestion>;

/** A newcomer's questions about this project's guide. */
export async function readGuideQuestions(): Promise<GuideQuestion[]> {
  const text = await readFile(join(projectRoot, "lab/eval/data/guide-questions.jsonl"), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => guideQuestion.parse(JSON.parse(line)));
}
