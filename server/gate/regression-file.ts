import Papa from "papaparse";
import {
  newRegressionQuestionSchema,
  type RegressionImported,
  regressionExpectedSchema,
} from "../../protocol/regression.ts";
import { AppError } from "../errors.ts";
import { listRegressionQuestions as listRows } from "../store/regression-questions.ts";
import { withTenant } from "../store/transaction.ts";
import { csvLine } from "../text/csv-line.ts";
import type { GateCaller, GateDeps } from "./deps.ts";
import { keepRegressionQuestion } from "./regression-questions.ts";

const columns = ["question", "must_say", "must_not_say", "must_cite", "outcome"] as const;
type Column = (typeof columns)[number];

const pageSize = 200;

/** Every question with what is expected of its answer, as a table; what was said before it has no place there and is left out. */
export async function* regressionCsv({ db }: Pick<GateDeps, "db">, tenantId: string): AsyncGenerator<string> {
  yield `${columns.join(",")}\r\n`;
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

/** Keeps every line of a table as a question; one that cannot be kept is left out and named. @throws AppError `invalid_request` without a column `question`. */
export async function importRegressionCsv(
  deps: Pick<GateDeps, "db">,
  caller: GateCaller,
  csv: string,
): Promise<RegressionImported> {
  const { data } = Papa.parse<string[]>(csv, { skipEmptyLines: "greedy" });
  const [header = [], ...lines] = data;
  const places = new Map(header.map((name, place) => [name.trim().toLowerCase(), place]));
  if (!places.has("question")) throw new AppError("invalid_request", "The first line must name a column question.");
  const done: RegressionImported = { added: 0, left_out: [] };
  for (const [index, line] of lines.entries()) {
    // The sign that keeps a spreadsheet from taking a text for a formula.
    const cell = (name: Column) => (line[places.get(name) ?? -1] ?? "").trim().replace(/^'(?=[=+\-@])/, "");
    const reason = await keepLine(deps, caller, cell);
    if (reason === null) done.added += 1;
    else done.left_out.push({ line: index + 2, reason });
  }
  return done;
}

/** Why the line is left out, or null. */
async function keepLine(
  deps: Pick<GateDeps, "db">,
  caller: GateCaller,
  cell: (name: Column) => string,
): Promise<string | null> {
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
  if (!expected.success) return "What is expected is not valid.";
  const parsed = newRegressionQuestionSchema.safeParse({ question: cell("question"), expected: expected.data });
  if (!parsed.success) return "The question is empty or too long.";
  try {
    await keepRegressionQuestion(deps, caller, { ...parsed.data, origin: "file" });
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === "conflict") return error.message;
    throw error;
  }
}
