import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RetrievedChunk } from "../../../server/assistant/ports.ts";
import { passagesOf } from "../../../server/knowledge/split.ts";
import { ExtractiveAnswerer } from "../../../server/models/extractive/extractive-answerer.ts";
import { unitsOf } from "../../../server/models/extractive/passage-units.ts";
import { type Bench, spread } from "../bench.ts";
import type { HelpPage } from "../data/sets.ts";
import { auroc, type Scored } from "../metrics/separation.ts";
import { emptyResult, type MeasureResult } from "../report.ts";

const tenant = { name: "Eval", tone: "", locale: "en", threshold: 0.7, answer_mode: "stream_first" as const };
/** Passages that an answer is made of. */
const passagesEach = 6;

interface Page {
  title: string;
  chunks: RetrievedChunk[];
}

/**
 * The extractive answerer on help pages in several languages, without a search: each page's title is asked of the page itself and of
 * the page half the set away. Told apart by words alone, as on a server without vectors.
 */
export async function measureLanguages(bench: Bench): Promise<MeasureResult> {
  const result = emptyResult();
  const all = await bench.data.helpPages();
  if (!all) return { ...result, missing: ["helpcentre"] };
  for (const lang of [...new Set(all.map((page) => page.lang))]) {
    const files = spread(
      all.filter((page) => page.lang === lang && page.product !== "sendgrid" && page.product !== "github-policies"),
      bench.maxQuestions,
    );
    const pages = (await Promise.all(files.map((file) => readPage(bench.data.folder, file)))).filter(
      ({ chunks }) => chunks.length > 0,
    );
    if (pages.length < 2) continue;
    bench.log(`languages: ${lang}, ${pages.length} pages`);
    await measurePages(result, lang, pages);
  }
  return result;
}

async function measurePages(result: MeasureResult, lang: string, pages: Page[]): Promise<void> {
  const answerer = new ExtractiveAnswerer({ recordCall: () => {}, paceMs: 0 });
  const scored: Scored[] = [];
  let quotes = 0;
  let whole = 0;
  for (const [index, { title, chunks }] of pages.entries()) {
    const other = pages[(index + Math.floor(pages.length / 2)) % pages.length];
    const input = { question: title, history: [], chunks, tenant };
    const { score } = await answerer.assess(input);
    scored.push({ score, positive: true });
    if (other)
      scored.push({ score: (await answerer.assess({ ...input, chunks: other.chunks })).score, positive: false });
    const { citations } = await answerer.generate(input, () => {}, new AbortController().signal);
    quotes += citations.length;
    whole += citations.filter(({ chunk_id, quote }) =>
      isWhole(
        quote,
        chunks.find((each) => each.chunk_id === chunk_id),
      ),
    ).length;
  }
  const on = `help pages, ${lang}`;
  const name = "AUROC of the confidence, own page against another";
  result.figures.push(
    { group: "languages", on, name, value: auroc(scored), count: scored.length },
    {
      group: "languages",
      on,
      name: "quotes that begin and end with a sentence or line",
      value: whole / Math.max(1, quotes),
      count: quotes,
    },
  );
}

/** True when a quote begins where a unit of its passage begins, and ends with a mark of an end or with a unit or a line. */
function isWhole(quote: string, chunk: RetrievedChunk | undefined): boolean {
  const start = chunk?.text.indexOf(quote) ?? -1;
  if (!chunk || start < 0) return false;
  const end = start + quote.length;
  const units = unitsOf(chunk.text).flatMap((unit) => [unit, ...unit.lines]);
  const begins = units.some((unit) => unit.start === start || chunk.text.slice(unit.start, start).trim() === "");
  return (
    begins &&
    (/[\p{Sentence_Terminal}:：][\p{P}\s]*$/u.test(quote) ||
      units.some((unit) => unit.end === end) ||
      chunk.text[end] === "\n")
  );
}

async function readPage(folder: string, { path, title, encoding, format }: HelpPage): Promise<Page> {
  const raw = new TextDecoder(encoding).decode(await readFile(join(folder, path)));
  const text = format === "html" ? textOfHtml(raw) : raw.replace(/^---\n[\s\S]*?\n---\n/, "");
  const blocks = text
    .split(/\n\s*\n/)
    .flatMap((block) => (block.trim() === "" ? [] : [{ type: "paragraph" as const, text: block.trim() }]));
  const chunks = [...passagesOf(blocks, title)].slice(0, passagesEach).map((passage, index) => ({
    ...passage,
    chunk_id: `${path}#${index}`,
    document_id: path,
    version_id: "",
    // The title is the question: with it every page would know its own.
    title: "",
    source: path,
    url: null,
    score: 1 - index / (2 * passagesEach),
    parts: {},
  }));
  return { title, chunks };
}

/** Enough of a page for this measure: the text of its paragraphs, items and headings. */
function textOfHtml(html: string): string {
  const blocks = html.matchAll(/<(p|li|h[2-6]|dd)\b[^>]*>([\s\S]*?)<\/\1>/g);
  return [...blocks]
    .map(([, , inner = ""]) =>
      inner
        .replace(/<[^>]+>/g, "")
        .replace(/&\w+;/g, " ")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .join("\n\n");
}
