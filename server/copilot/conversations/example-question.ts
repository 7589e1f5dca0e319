import { documentKinds } from "../../../protocol/document-kinds.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { type LibraryVersionRow, listHeadings } from "../store/copilot-library.ts";

/** Documents whose headings are read. */
const mostRead = 20;
/** In characters; longer headings are no good example. */
const maxQuestionChars = 120;

/** A question that the library answers, of the company's policies first; null when no document has a heading. */
export async function exampleQuestion(
  tx: TenantTransaction,
  rows: readonly Pick<LibraryVersionRow, "version_id" | "kind" | "title" | "is_current">[],
): Promise<string | null> {
  const current = rows.filter((row) => row.is_current);
  const first = documentKinds.flatMap((kind) => current.filter((row) => row.kind === kind)).slice(0, mostRead);
  if (first.length === 0) return null;
  const headings = await listHeadings(
    tx,
    first.map((row) => row.version_id),
  );
  return questionFrom(
    first.flatMap(({ version_id: id, title }) =>
      headings.filter((row) => row.version_id === id).map(({ heading }) => ({ title, path: heading ?? "" })),
    ),
  );
}

/** The first heading that is a question, or else a question about the first heading. */
export function questionFrom(headings: ReadonlyArray<{ title: string; path: string }>): string | null {
  const named = headings
    .map(({ title, path }) => ({ title, heading: path.split(" > ").at(-1)?.trim() ?? "" }))
    .filter(({ title, heading }) => heading !== "" && heading !== title && heading.length <= maxQuestionChars);
  const question = named.find(({ heading }) => /[?\uff1f\u061f]$/.test(heading));
  if (question) return question.heading;
  const [about] = named;
  return about ? `What does “${about.title}” say about “${about.heading}”?` : null;
}
