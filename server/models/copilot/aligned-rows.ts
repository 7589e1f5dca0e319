import type { ComparedRow } from "../../../protocol/copilot.ts";
import type { CompareInput } from "../../copilot/ports.ts";
import type { ExcerptList } from "./excerpts.ts";
import { type Aligned, alignParagraphs, linksDiffer, type Paragraph, paragraphsOf } from "./paragraphs.ts";
import { wordChanges } from "./word-changes.ts";

/** Rows of one comparison; of those that say the same only as many as there is room for. */
const mostRows = 1_000;

/** The rows of a comparison, complete: of several documents, each beside the first. */
export function alignedRows(documents: CompareInput["documents"], excerpts: ExcerptList): ComparedRow[] {
  const [first, ...others] = documents.map((each) => ({ ...each, paragraphs: paragraphsOf(each.chunks) }));
  if (!first) return [];
  const rows = others.flatMap((other) =>
    alignParagraphs(first.paragraphs, other.paragraphs).flatMap((aligned) => rowOf(aligned, excerpts) ?? []),
  );
  const differing = rows.filter(({ kind }) => kind !== "same");
  const room = Math.max(0, mostRows - differing.length);
  const shown = new Set([
    ...differing.slice(0, mostRows),
    ...rows.filter(({ kind }) => kind === "same").slice(0, room),
  ]);
  return rows.filter((row) => shown.has(row));
}

function rowOf([here, there]: Aligned, excerpts: ExcerptList): ComparedRow | null {
  const one = here ?? there;
  if (!one) return null;
  const aspect = one.chunk.heading?.split(" > ").at(-1) ?? one.chunk.title;
  const cells = [here, there].flatMap((each) => (each ? [cellOf(each, excerpts)] : []));
  if (!here || !there) {
    const changes = [{ kind: "wording" as const, here: here?.plain ?? "", there: there?.plain ?? "" }];
    return { kind: "only_in_one", aspect, note: "", cells, changes, weight: /\p{N}/u.test(one.plain) ? 0.6 : 0.3 };
  }
  if (linksDiffer(here, there)) {
    const changed = [cellOf({ ...here, plain: here.raw }, excerpts), cellOf({ ...there, plain: there.raw }, excerpts)];
    return {
      kind: "changed",
      aspect,
      note: "",
      cells: changed,
      changes: wordChanges(here.raw, there.raw),
      weight: 0.1,
    };
  }
  const changes = here.key === there.key ? [] : wordChanges(here.plain, there.plain);
  const isFigure = changes.some(({ kind }) => kind !== "wording");
  if (changes.length === 0) return { kind: "same", aspect, note: "", cells, changes, weight: 0 };
  return { kind: "changed", aspect, note: "", cells, changes, weight: isFigure ? 0.9 : 0.5 };
}

function cellOf({ chunk, start, end, plain }: Paragraph, excerpts: ExcerptList): ComparedRow["cells"][number] {
  return { version_id: chunk.version_id, text: plain, proof: [excerpts.add(chunk, { start, end })] };
}

/** What the rows come to, in figures. */
export function overviewOf(rows: readonly ComparedRow[]): string {
  const count = (kind: ComparedRow["kind"]) => rows.filter((row) => row.kind === kind).length;
  return `Changed paragraphs: ${count("changed")}. Only in one document: ${count("only_in_one")}. Unchanged: ${count("same")}.`;
}
