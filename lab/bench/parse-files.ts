import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { AppError } from "../../server/core/errors.ts";
import { FileParser } from "../../server/knowledge/reading/parsers/file-parser.ts";
import type { ParsedFile } from "../../server/knowledge/reading/parsers/parsed-file.ts";

/**
 * Reads every file of a folder of test files and compares the result with the folder's manifest. `node dist/lab/bench/parse-files.js FOLDER
 * [NAME]`; FOLDER has a `manifest.jsonl`; exit code 1 when a result differs.
 */
const [folder = "", only = ""] = process.argv.slice(2);

interface Row {
  file: string;
  expect: string;
  poppler_chars?: number;
  body_chars?: number | null;
}

interface Outcome {
  row: Row;
  file?: ParsedFile;
  reason?: string;
  milliseconds: number;
  peakBytes: number | undefined;
}

if (!existsSync(folder)) {
  console.error(folder === "" ? "Name the folder with the test files." : `No such folder: ${resolve(folder)}.`);
  process.exit(1);
}
const outcomes = await readAll(readRows(join(folder, "manifest.jsonl")));
const failures = outcomes.filter((outcome) => !isAsExpected(outcome));
for (const outcome of outcomes) console.log(tableLine(outcome));
const peak = Math.max(...outcomes.map(({ peakBytes }) => peakBytes ?? 0));
const total = outcomes.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
console.log(
  `\n${outcomes.length - failures.length} of ${outcomes.length} as expected, ${Math.round(total / 1000)} s in all, ` +
    `slowest ${Math.round(Math.max(...outcomes.map(({ milliseconds }) => milliseconds)))} ms, peak ${megabytes(peak)} MB`,
);
if (failures.length > 0) process.exitCode = 1;

function readRows(manifest: string): Row[] {
  const lines = readFileSync(manifest, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
  return lines.map((line) => JSON.parse(line) as Row).filter(({ file }) => file.includes(only)); // our own test data
}

async function readAll(rows: Row[]): Promise<Outcome[]> {
  const results: Outcome[] = [];
  let measured = { milliseconds: 0, peakBytes: undefined as number | undefined };
  const parser = new FileParser({
    onEnd: (measure) => {
      measured = { milliseconds: measure.milliseconds, peakBytes: measure.peakBytes };
    },
  });
  for (const row of rows) {
    const bytes = new Uint8Array(readFileSync(join(folder, row.file)));
    const result = await parser.parseFile({ bytes, name: row.file }).then(
      (file) => ({ file }),
      (error: unknown) => ({ reason: reasonOf(error) }),
    );
    results.push({ row, ...result, ...measured });
  }
  parser.close();
  return results;
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError && error.code === "unprocessable_document") return error.message;
  return `UNCLEAN: ${error instanceof Error ? `${error.message} ${String(error.cause)}` : String(error)}`;
}

/** A file counts as a scan when all its text was recognized in pictures. */
function isAsExpected({ row, file, reason }: Outcome): boolean {
  if (reason?.startsWith("UNCLEAN")) return false;
  const isLeak = /root:|\/bin\/|file:\/\//.test(file ? JSON.stringify(file.extraction.blocks) : "");
  switch (row.expect) {
    case "text":
      return file !== undefined && countChars(file) > 0;
    case "no_text":
      return (
        reason?.startsWith("No text was found") ??
        file?.notes.some((note) => /^(?:Read from scanned pages|Pictures)/.test(note)) ??
        false
      );
    case "error:password":
      return reason?.includes("password") ?? false;
    case "error":
      return reason !== undefined;
    case "error_or_no_text":
      return reason !== undefined;
    case "any_without_hang":
    case "any_without_leak":
    case "error_without_hang":
      return !isLeak;
    default:
      throw new Error(`the manifest has an unknown expectation: "${row.expect}"`);
  }
}

function tableLine(outcome: Outcome): string {
  const { row, file, reason, milliseconds, peakBytes } = outcome;
  const known = row.poppler_chars ?? row.body_chars ?? 0;
  const found = file
    ? `${countChars(file)}/${known} chars, ${file.pages} p, ${file.extraction.blocks.length} blocks, coverage ${file.extraction.coverage.toFixed(2)}`
    : (reason ?? "");
  const cells = [
    isAsExpected(outcome) ? "ok  " : "FAIL",
    row.expect.padEnd(17),
    row.file.slice(0, 44).padEnd(44),
    `${Math.round(milliseconds)} ms`.padStart(8),
    `${megabytes(peakBytes ?? 0)} MB`.padStart(7),
    [found, ...(file?.notes ?? [])].join(" | "),
  ];
  return cells.join("  ");
}

function countChars(file: ParsedFile): number {
  return file.pageTexts.reduce((sum, { text }) => sum + text.replace(/\s/g, "").length, 0);
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
