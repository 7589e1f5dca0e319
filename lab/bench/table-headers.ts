import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseHTML } from "linkedom";
import { lexer, type MarkedToken, type Token } from "marked";
import { passagesOf } from "../../server/knowledge/documents/split.ts";
import { decodeText } from "../../server/knowledge/reading/child/decode-text.ts";
import { FileParser } from "../../server/knowledge/reading/parsers/file-parser.ts";

/**
 * Counts the table rows of a folder of Markdown and HTML pages whose passages contain the header of the table. The tables are found by the
 * libraries alone, without Parley's readers. `node dist/lab/bench/table-headers.js FOLDER [--list]`; `--list` prints the other rows. Exit
 * code 1 when a row is missing or has no header.
 */
const [folder, list] = process.argv.slice(2);
if (folder === undefined) throw new Error("Specify a folder with pages.");

interface Row {
  header: string[];
  cells: string[];
}

interface Line {
  words: string[];
  isRow: boolean;
}

const counts = { files: 0, rows: 0, withHeader: 0, withoutHeader: 0, missing: 0 };
const parser = new FileParser({ limits: { scanPages: 0 } });
for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
  if (!/\.(?:mdx?|html?)(?:\.[\w-]+)*$/.test(path)) continue;
  const bytes = readFileSync(join(folder, path));
  const rows = rowsOf(decodeText(bytes).text, /\.mdx?$/.test(path));
  if (rows.length === 0) continue;
  const { extraction } = await parser.parseFile({ bytes, name: path, group: "bench" });
  const passages = [...passagesOf(extraction.blocks, extraction.title ?? "")].map(({ text }) =>
    text.split("\n").map((line) => ({ words: wordsOf(line), isRow: line.startsWith("|") })),
  );
  counts.files += 1;
  for (const row of rows) count(row, { rows, passages, path });
}
parser.close();
const share = (counts.withHeader / Math.max(1, counts.rows)) * 100;
console.log(
  `${counts.withHeader} of ${counts.rows} rows (${share.toFixed(1)} %) in ${counts.files} files have their header in each of their ` +
    `passages; without header: ${counts.withoutHeader}, in no passage: ${counts.missing}`,
);
if (counts.withHeader < counts.rows) process.exitCode = 1;

/** A row counts when a passage has it below its header, and no passage has it below no header of a table with this row. */
function count(
  { header, cells }: Row,
  { rows, passages, path }: { rows: Row[]; passages: Line[][]; path: string },
): void {
  counts.rows += 1;
  const wanted = cells.flatMap(wordsOf).join(" ");
  const known = rows.filter((row) => row.cells.flatMap(wordsOf).join(" ") === wanted);
  const linesAbove = (isWanted: (words: string) => boolean) =>
    passages.flatMap((lines) => {
      const at = lines.findLastIndex((line) => line.isRow && isWanted(line.words.join(" ")));
      return at < 0 ? [] : [lines.slice(0, at)];
    });
  const exact = linesAbove((words) => words === wanted);
  // The library drops cells without a column; Parley keeps them.
  const holding = exact.length > 0 ? exact : linesAbove((words) => words.startsWith(`${wanted} `));
  const isBelow = (lines: Line[], names: string[]) => lines.some((line) => holds(line, names));
  const isHeaded =
    holding.some((lines) => isBelow(lines, header)) &&
    holding.every((lines) => known.some((row) => isBelow(lines, row.header)));
  if (isHeaded) counts.withHeader += 1;
  else if (holding.length > 0) counts.withoutHeader += 1;
  else counts.missing += 1;
  if (list !== undefined && !isHeaded) {
    console.log(`${holding.length > 0 ? "no header" : "missing"}  ${path}  ${cells.join(" | ").slice(0, 160)}`);
  }
}

/** True when the line contains the words of the cells, in order. */
function holds({ words }: Pick<Line, "words">, cells: string[]): boolean {
  let at = 0;
  const wanted = cells.flatMap(wordsOf);
  for (const word of words) if (word === wanted[at]) at += 1;
  return at === wanted.length;
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The rows with words of every table that has a header. */
function rowsOf(text: string, isMarkdown: boolean): Row[] {
  const rows = isMarkdown ? tokensOf(text) : rowsOfHtml(text);
  return rows.filter(({ header, cells }) => header.flatMap(wordsOf).length > 0 && cells.flatMap(wordsOf).length > 0);
}

function tokensOf(text: string): Row[] {
  const rows: Row[] = [];
  const visit = (tokens: Token[]) => {
    // Without extensions there are only the parser's own tokens.
    for (const token of tokens as MarkedToken[]) {
      if (token.type === "table") {
        const header = token.header.map((cell) => plain(cell.tokens));
        rows.push(...token.rows.map((cells) => ({ header, cells: cells.map((cell) => plain(cell.tokens)) })));
      } else if (token.type === "html") rows.push(...rowsOfHtml(token.text));
      else if (token.type === "list") for (const item of token.items) visit(item.tokens);
      else if (token.type === "blockquote") visit(token.tokens);
    }
  };
  visit(lexer(text.replace(/^---\n[\s\S]*?\n---\n/, "")));
  return rows;
}

function plain(tokens: Token[]): string {
  return (tokens as MarkedToken[])
    .map((token) => {
      if (token.type === "html") return " ";
      if (token.type === "codespan") return token.text;
      if (token.type === "image") return "";
      if ("tokens" in token && token.tokens) return plain(token.tokens);
      // The parser takes the tags of components for text.
      return token.type === "br" ? " " : decoded(token.raw.replace(/<\/?\w[^<>]{0,300}>/g, " "));
    })
    .join("");
}

function rowsOfHtml(html: string): Row[] {
  if (!/<table/i.test(html)) return [];
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  return [...document.querySelectorAll("table")].flatMap((table) => {
    const rows = [...table.querySelectorAll("tr")].filter((row) => row.closest("table") === table);
    for (const end of table.querySelectorAll("br,p,li,div")) end.append(" ");
    const cells = rows.map((row) => [...row.children].map((cell) => cell.textContent ?? ""));
    const isHeaded = rows[0] !== undefined && [...rows[0].children].every(({ nodeName }) => nodeName === "TH");
    const [header = [], ...others] = cells;
    return isHeaded && header.length > 1 ? others.map((row) => ({ header, cells: row })) : [];
  });
}

function decoded(text: string): string {
  return /&[#\w]/.test(text) ? (parseHTML(`<p>${text}</p>`).document.querySelector("p")?.textContent ?? text) : text;
}
