import Papa from "papaparse";
import { UnreadableFile } from "../child/unreadable-file.ts";
import { type Block, cleanText, countVisible, coverageOf, renderBlocks } from "../extract/blocks.ts";
import { extractHtml } from "../extract/html.ts";
import { extractText } from "../extract/text.ts";
import type { Reading } from "../parsers/parsed-file.ts";
import { tableOf } from "../table.ts";

/** Most rows; further rows are ignored. */
const maxRows = 50_000;

/** The first line of some exports names the separator. */
const separatorLine = /^sep=([,;\t|])\r?\n/;

/** Reads a table of questions and answers: each row becomes a heading with its answer below. Other tables stay tables. */
export function readCsv(source: string, notes: string[]): Reading {
  const [line = "", delimiter] = separatorLine.exec(source) ?? [];
  const text = cleanText(source.slice(line.length));
  const settings = delimiter === undefined ? {} : { delimiter };
  const { data, errors } = Papa.parse<string[]>(text, { ...settings, skipEmptyLines: "greedy", preview: maxRows + 2 });
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

function readPairs(rows: string[][], columns: Columns): ReadRows {
  const { question, answer, title, url, hasHeader } = columns;
  const body = hasHeader ? rows.slice(1) : rows;
  const others = otherColumns(rows, columns);
  const asked = new Map<string, number>();
  for (const row of body) asked.set(row[question] ?? "", (asked.get(row[question] ?? "") ?? 0) + 1);
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
    const details = others.flatMap(({ column, name }) => {
      const value = oneLine(row[column] ?? "");
      return value === "" ? [] : [{ name, value }];
    });
    // Where a question has several answers, the details tell which one is right.
    const short = (asked.get(row[question] ?? "") ?? 0) > 1 ? details.filter(isShort) : [];
    const suffix = short.length > 0 ? ` (${short.map(({ value }) => value).join(", ")})` : "";
    const address = row[url ?? -1];
    const added: Block[] = [
      { type: "heading", level: 2, text: heading + suffix },
      ...(details.length > 0 ? [detailsBlock(details)] : []),
      ...answerBlocks,
      ...(address ? [{ type: "paragraph" as const, text: address }] : []),
    ];
    visible += countVisible(renderBlocks(added));
    blocks.push(...added);
  }
  const notes = [`Questions and answers: ${body.length - skipped}.`];
  if (skipped > 0) notes.push(`Rows skipped because the question or answer is missing: ${skipped}.`);
  return { blocks, visible, notes };
}

/** A further column of a pair: country, plan, product. */
interface Detail {
  name: string;
  value: string;
}

/** Longest value that is added to a question. */
const maxSuffixChars = 40;

function isShort({ value }: Detail): boolean {
  return value.length <= maxSuffixChars;
}

function detailsBlock(details: Detail[]): Block {
  return { type: "paragraph", text: details.map(({ name, value }) => `${name}: ${value}`).join("; ") };
}

/** The named columns beside question and answer, without the numbers and times that programs add. */
function otherColumns(rows: string[][], { hasHeader, ...roles }: Columns): { column: number; name: string }[] {
  if (!hasHeader) return [];
  const known = new Set([roles.question, roles.answer, roles.url]);
  const [names = [], ...body] = rows;
  return names.flatMap((text, column) => {
    const name = oneLine(text);
    return name === "" || known.has(column) || isMachineMade(body.map((row) => row[column] ?? ""))
      ? []
      : [{ column, name }];
  });
}

/** True for a different whole number in each row, and for times to the minute. */
function isMachineMade(values: string[]): boolean {
  const areNumbers = values.every((value) => /^\d{1,18}$/.test(value)) && new Set(values).size === values.length;
  return areNumbers || values.every((value) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value));
}

function readTable(all: string[][]): ReadRows {
  const isTitle = (row: string[] | undefined) => row?.filter((cell) => cell !== "").length === 1;
  const width = all.reduce((most, row) => Math.max(most, row.length), 0);
  // Handmade tables have a title above the names of the columns.
  const title = width > 1 && all.length > 2 && isTitle(all[0]) ? all[0]?.find((cell) => cell !== "") : undefined;
  const rows = title === undefined ? all : all.slice(1);
  if (rows.length === 0) return { blocks: [], visible: 0, notes: [] };
  const block: Block = { type: "table", ...tableOf(rows, 1, title === undefined ? null : oneLine(title)) };
  const notes = ["No question and answer columns were found. The file was read as a table."];
  return { blocks: [block], visible: countVisible(all.flat().join(" ")), notes };
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
