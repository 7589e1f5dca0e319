import Papa from "papaparse";
import {
  maxRegressionQuestions,
  type NewRegressionQuestion,
  newRegressionQuestionSchema,
  type RegressionImported,
  regressionExpectedSchema,
} from "../../../protocol/regression.ts";
import { AppError } from "../../core/errors.ts";
import { byteOrderMark, csvLine } from "../../core/text/csv-line.ts";
import { withTenant } from "../../database/transaction.ts";
import { listRegressionQuestions as listRows } from "../store/regression-questions.ts";
import type { ReleaseCaller, ReleaseDeps } from "./deps.ts";
import { addRegressionQuestions } from "./regression-questions.ts";

const columns = ["question", "must_say", "must_not_say", "must_cite", "outcome"] as const;
type Column = (typeof columns)[number];

const pageSize = 200;
/** Questions per transaction; a batch takes a few ms on the embedded database. */
const batchSize = 25;

/** Writes every question with its expectations as a table. Leaves out the messages before a question. */
export async function* regressionCsv({ db }: Pick<ReleaseDeps, "db">, tenantId: string): AsyncGenerator<string> {
  yield `${byteOrderMark}${columns.join(",")}\r\n`;
  for (let before: string | null = null; ; ) {
    const window: { before: string | null; limit: number } = { before, limit: pageSize };
    const rows = await withTenant(db, tenantId, (tx) => listRows(tx, window));
    yield rows
      .map(({ question, expected: { must_say = [], must_not_say = [], must_cite = [], outcome = "" } }) =>
        csvLine([question, must_say.join("\n"), must_not_say.join("\n"), must_cite.join("\n"), outcome]),
      )
      .join("");
    before = rows.at(-1)?.id ?? null;
    if (rows.length < pageSize) return;
  }
}

/**
 * Adds the rows of a table as questions, a few per transaction, so that other work continues. A row that cannot be added is skipped and
 * listed.
 * @throws AppError `invalid_request` when there is no column `question`, or too many rows.
 */
export async function importRegressionCsv(
  { db }: Pick<ReleaseDeps, "db">,
  caller: ReleaseCaller,
  csv: string,
): Promise<RegressionImported> {
  // Parses the header and one row more than the limit. Further rows are not parsed.
  const { data } = Papa.parse<string[]>(csv, { skipEmptyLines: "greedy", preview: maxRegressionQuestions + 2 });
  const [header = [], ...lines] = data;
  const places = new Map(header.map((name, place) => [name.trim().toLowerCase(), place]));
  if (!places.has("question"))
    throw new AppError("invalid_request", "The first line must have a column named “question”.");
  if (lines.length > maxRegressionQuestions)
    throw new AppError("invalid_request", `A file can have at most ${maxRegressionQuestions} questions.`);
  const read = lines.map((line, index) => ({ line: index + 2, ...readLine(line, places) }));
  const leftOut = read.flatMap(({ line, reason }) => (reason === undefined ? [] : [{ line, reason }]));
  const questions = read.flatMap(({ line, given }) => (given === undefined ? [] : [{ line, given }]));
  const done: RegressionImported = { added: 0, left_out: [] };
  for (let start = 0; start < questions.length; start += batchSize) {
    const batch = questions.slice(start, start + batchSize);
    const reasons = await withTenant(db, caller.tenantId, (tx) =>
      addRegressionQuestions(
        tx,
        caller,
        batch.map(({ given }) => given),
      ),
    );
    for (const [index, reason] of reasons.entries())
      if (reason === null) done.added += 1;
      else leftOut.push({ line: batch[index]?.line ?? 0, reason });
  }
  done.left_out = leftOut.toSorted((one, other) => one.line - other.line);
  return done;
}

type ReadLine = { given: NewRegressionQuestion; reason?: undefined } | { given?: undefined; reason: string };

function readLine(line: string[], places: ReadonlyMap<string, number>): ReadLine {
  // Removes the apostrophe that prevents a spreadsheet from reading a text as a formula.
  const cell = (name: Column) => (line[places.get(name) ?? -1] ?? "").trim().replace(/^'(?=[=+\-@])/, "");
  const several = (name: Column) => {
    const values = cell(name)
      .split("\n")
      .map((value) => value.trim())
      .filter((value) => value !== "");
    return values.length > 0 ? { [name]: values } : {};
  };
  const outcome = cell("outcome");
  const expected = regressionExpectedSchema.safeParse({
    ...several("must_say"),
    ...several("must_not_say"),
    ...several("must_cite"),
    ...(outcome === "" ? {} : { outcome }),
  });
  if (!expected.success) return { reason: "The expected answer is not valid." };
  const parsed = newRegressionQuestionSchema.safeParse({ question: cell("question"), expected: expected.data });
  return parsed.success ? { given: parsed.data } : { reason: "The question is empty or too long." };
}
