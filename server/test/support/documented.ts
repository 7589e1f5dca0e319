import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../core/project-root.ts";

/** A command that a page tells readers to type. */
export interface Documented {
  /** `docs/guide/faq.md:46`. */
  at: string;
  /** The command on one line. */
  text: string;
  /** Environment settings before it, as in `PORT=9000 npm start`. */
  settings: Record<string, string>;
  words: string[];
}

interface Page {
  path: string;
  text: string;
}

/** The pages for operators: README and guide. Pages about measurements and development have their own commands, which their tests run. */
export function readPages(): Page[] {
  const guide = readdirSync(join(projectRoot, "docs/guide")).filter((name) => name.endsWith(".md"));
  return ["README.md", ...guide.map((name) => `docs/guide/${name}`)].map((path) => ({
    path,
    text: readFileSync(join(projectRoot, path), "utf8"),
  }));
}

/** Code blocks of some languages on a page, with their first line numbers. */
export function blocksOf(
  { path, text }: Page,
  languages: readonly string[],
): { at: string; line: number; code: string }[] {
  const found = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)];
  return found
    .filter(([, language = ""]) => languages.includes(language))
    .map(({ index, 2: code = "" }) => {
      const line = text.slice(0, index).split("\n").length + 1;
      return { at: `${path}:${line}`, line, code };
    });
}

/** Every command in the shell blocks of a page. */
export function commandsOf(page: Page): Documented[] {
  return blocksOf(page, ["sh", "bash"]).flatMap(({ at, code }) =>
    readLines(code)
      .map(readWords)
      .filter((words) => words.length > 0)
      .map((words) => {
        const first = words.findIndex((word) => !/^[A-Z][A-Z_]*=/.test(word));
        const split = first < 0 ? words.length : first;
        return { at, text: words.join(" "), settings: settingsOf(words.slice(0, split)), words: words.slice(split) };
      }),
  );
}

function settingsOf(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(words.map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]));
}

/** Joins lines as a shell does: after a trailing backslash and inside an open quote. */
function readLines(code: string): string[] {
  const lines: string[] = [];
  let open = "";
  for (const line of code.split("\n")) {
    const joined = open === "" ? line : `${open}\n${line}`;
    const quotes = joined.replaceAll(/"[^"']*"/g, "").split("'").length - 1;
    if (joined.endsWith("\\") || quotes % 2 === 1) open = joined.endsWith("\\") ? `${joined.slice(0, -1)} ` : joined;
    else {
      lines.push(joined);
      open = "";
    }
  }
  return lines;
}

/** The words of a line, without quotes, comments and redirections. */
function readWords(line: string): string[] {
  const words: string[] = [];
  const word = /\s*(?:(#.*)|>\s*\S+|((?:"[^"]*"|'[^']*'|[^\s"'>#])(?:"[^"]*"|'[^']*'|[^\s"'])*))/gy;
  for (const [, comment, text] of line.matchAll(word)) {
    if (comment !== undefined) break;
    if (text !== undefined)
      words.push(text.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
  }
  return words;
}
