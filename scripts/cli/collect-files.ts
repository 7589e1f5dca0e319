import { readdir, stat } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { AppError } from "../../server/core/errors.ts";

export interface FoundFile {
  /** Path on disk. */
  path: string;
  /** Name of the file: the given path, and within a folder the path below it. Citations show it. */
  source: string;
}

export interface Collected {
  files: FoundFile[];
  /** Files of an unsupported kind. */
  skipped: string[];
}

const readable = new Set([
  ".md",
  ".mdx",
  ".markdown",
  ".html",
  ".htm",
  ".xhtml",
  ".txt",
  ".text",
  ".pdf",
  ".docx",
  ".xlsx",
  ".pptx",
  ".csv",
]);
/** The manual of a web server names its pages `page.html.en`. */
const localizedHtml = /\.x?html?\.[a-z]{2}(?:[-_.][\w-]{2,12})?$/i;

/**
 * The documents at a path: the file itself, or all files below a folder, in a stable order. Hidden names and `node_modules` are left out.
 * @throws AppError `not_found`, or `unprocessable_document` for a single file of an unsupported kind.
 */
export async function collectFiles(given: string, cwd: string): Promise<Collected> {
  const path = resolve(cwd, given);
  const found = await stat(path).catch(() => null);
  if (!found) throw new AppError("not_found", `No such file or folder: ${given}.`);
  const collected: Collected = { files: [], skipped: [] };
  if (found.isDirectory()) await walk({ path, source: given }, collected);
  else add({ path, source: given }, collected);
  if (collected.files.length === 0) {
    throw new AppError(
      "unprocessable_document",
      `${given} contains no supported files. Supported types: PDF, DOCX, XLSX, PPTX, HTML, Markdown, text and CSV.`,
    );
  }
  return collected;
}

async function walk(folder: { path: string; source: string }, into: Collected): Promise<void> {
  const entries = await readdir(folder.path, { withFileTypes: true });
  entries.sort((left, right) => (left.name < right.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    const child = { path: join(folder.path, entry.name), source: join(folder.source, entry.name) };
    if (entry.isDirectory()) await walk(child, into);
    else if (entry.isFile()) add(child, into);
  }
}

function add(file: FoundFile, into: Collected): void {
  const isReadable = readable.has(extname(file.path).toLowerCase()) || localizedHtml.test(file.path);
  if (isReadable) into.files.push(file);
  else into.skipped.push(file.source);
}
