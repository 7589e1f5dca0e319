import Papa from "papaparse";
import { UnreadableFile } from "../child/unreadable-file.ts";
import { type Block, countVisible, coverageOf, renderBlocks } from "../extract/blocks.ts";
import { extractHtml } from "../extract/html.ts";
import { extractText } from "../extract/text.ts";
import type { Reading } from "../parsers/parsed-file.ts";
import { tableOf } from "../table.ts";

/** Most rows; further rows are ignored. */
const maxRows = 50_000;

/** Reads a table of questions and answers: each row becomes a heading with its answer below. Other tables stay tables. */
export function readCsv(text: string, notes: string[]): Reading {
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: "greedy", preview: maxRows + 2 });
  const rows = data.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some((cell) => cell !== ""));
  if (rows.length > maxRows + 1) throw new UnreadableFile(`The table has more than ${maxRows} rows. Split it.`);
  const columns = findColumns(rows);
  const read = columns ? readPairs(rows, columns) : readTable(rows);
  const broken = errors.filter(({ type }) => type === "Quotes").length;
  if (broken > 0) notes.push(`Misplaced quotation marks: ${broken}.`);
  return {
    format: "csv",
    extraction: { title: null, blocks: read.blocks, coverage: coverageOf(read.blocks, read.visible) },
    pages: 1,
    notes: [...notes, ...read.notes],
  };
}

interface ReadRows {
  blocks: Block[];
  visible: number;
  notes: string[];
}

function readPairs(rows: string[][], { question, answer, title, url, hasHeader }: Columns): ReadRows {
  const body = hasHeader ? rows.slice(1) : rows;
  const blocks: Block[] = [];
  let skipped = 0;
  let visible = 0;
  for (const row of body) {
    const heading = oneLine(row[question] ?? "") || oneLine(row[title ?? -1] ?? "");
    const answerBlocks = blocksOfAnswer(row[answer] ?? "");
    if (heading === "" || answerBlocks.length === 0) {
      skipped += 1;
      visible += countVisible(row.join(" "));
      continue;
    }
    visible += countVisible(heading + renderBlocks(answerBlocks));
    blocks.push({ type: "heading", level: 2, text: heading }, ...answerBlocks);
    const address = row[url ?? -1];
    if (address) blocks.push({ type: "paragraph", text: address });
  }
  const notes = [`Questions and answers: ${body.length - skipped}.`];
  if (skipped > 0) notes.push(`Rows skipped because the question or answer is missing: ${skipped}.`);
  return { blocks, visible, notes };
}

function readTable(rows: string[][]): ReadRows {
  if (rows.length === 0) return { blocks: [], visible: 0, notes: [] };
  const block: Block = { type: "table", ...tableOf(rows, 1) };
  const notes = ["No question and answer columns were found. The file was read as a table."];
  return { blocks: [block], visible: countVisible(rows.flat().join(" ")), notes };
}

/** Help desks export answers as HTML. */
function blocksOfAnswer(answer: string): Block[] {
  const isHtml = /<(?:p|div|br|ul|ol|li|a|strong|b|h[1-6]|table|span)\b[^<>]{0,500}>/i.test(answer);
  return (isHtml ? extractHtml(answer) : extractText(answer)).blocks.map((block) =>
    block.type === "heading" ? { ...block, level: Math.min(6, Math.max(3, block.level)) } : block,
  );
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The columns of a table of questions and answers, by index. */
interface Columns {
  question: number;
  answer: number;
  title?: number;
  url?: number;
  hasHeader: boolean;
}

type Role = "question" | "answer" | "title" | "url";

/** Column names in exports and handmade tables, the most reliable first. */
const names: Record<Role, string[]> = {
  question: [
    ...["question", "questions", "q", "faq", "query", "utterance", "frage", "pregunta", "pergunta", "domanda", "vraag"],
    ...["вопрос", "question title", "質問", "問題", "问题", "질문", "prompt", "user question", "customer question"],
  ],
  answer: [
    ...["answer", "answers", "a", "response", "reply", "solution", "antwort", "réponse", "reponse", "respuesta"],
    ...["resposta", "risposta", "antwoord", "ответ", "回答", "答案", "답변", "agent answer", "content", "body", "text"],
  ],
  title: ["title", "subject", "heading", "topic", "titel", "titre", "título", "titulo", "제목", "标题", "件名"],
  url: ["url", "link", "source url", "source", "page", "address", "href", "permalink"],
};

/** Rows that are inspected when no header names the columns. */
const sampleRows = 200;
const questionMark = /[?？؟]\s*$/;

/** The columns of a table of questions and answers; undefined for any other table. */
function findColumns(rows: string[][]): Columns | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const byName = (role: Role) => indexOfName(first, names[role]);
  const question = byName("question") ?? byName("title");
  const answer = byName("answer");
  if (question !== undefined && answer !== undefined && rows.length > 1) {
    return { question, answer, title: byName("title"), url: byName("url"), hasHeader: true };
  }
  return guessColumns(rows);
}

function indexOfName(header: string[], known: string[]): number | undefined {
  const cells = header.map((cell) =>
    cell
      .toLowerCase()
      .replace(/[_\s:*-]+/g, " ")
      .trim(),
  );
  for (const name of known) {
    const index = cells.indexOf(name);
    if (index >= 0) return index;
  }
  return undefined;
}

/** Guesses the columns when there is no header: two columns, one of which contains mostly questions. */
function guessColumns(rows: string[][]): Columns | undefined {
  const sample = rows.slice(0, sampleRows);
  const width = Math.max(...sample.map((row) => row.length));
  if (width !== 2) return undefined;
  const asked = [0, 1].map((column) => sample.filter((row) => questionMark.test(row[column] ?? "")).length);
  const [left = 0, right = 0] = asked;
  const needed = sample.length / 2;
  if (left >= needed && left > right) return { question: 0, answer: 1, hasHeader: false };
  if (right >= needed && right > left) return { question: 1, answer: 0, hasHeader: false };
  return undefined;
}
