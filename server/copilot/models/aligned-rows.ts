import type { ComparedRow } from "../../../protocol/copilot.ts";
import { cleanSentence } from "../../assistant/models/extractive/write-section.ts";
import type { CompareInput } from "../ports.ts";
import type { ExcerptList } from "./excerpts.ts";
import { type Aligned, alignParagraphs, type Paragraph, paragraphsOf } from "./paragraphs.ts";
import { wordChanges } from "./word-changes.ts";

type Compared = CompareInput["documents"][number];

/** Most rows of a comparison. Differing rows have priority; unchanged rows fill the rest. */
const maxRows = 1_000;

/** All rows of a comparison; every other document is compared with the first. */
export function alignedRows(documents: CompareInput["documents"], excerpts: ExcerptList): ComparedRow[] {
  const [first, ...others] = documents.map((each) => ({ ...each, paragraphs: paragraphsOf(each.chunks) }));
  if (!first) return [];
  const rows = others.flatMap((other) => [
    ...alignParagraphs(first.paragraphs, other.paragraphs).flatMap((aligned) => rowOf(aligned, excerpts) ?? []),
    ...linkRows(first, other, excerpts),
  ]);
  const differing = rows.filter(({ kind }) => kind !== "same");
  const room = Math.max(0, maxRows - differing.length);
  const shown = new Set([...differing.slice(0, maxRows), ...rows.filter(({ kind }) => kind === "same").slice(0, room)]);
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
  const changes = here.key === there.key ? [] : wordChanges(here.plain, there.plain);
  const isFigure = changes.some(({ kind }) => kind !== "wording");
  if (changes.length === 0) return { kind: "same", aspect, note: "", cells, changes, weight: 0 };
  return { kind: "changed", aspect, note: "", cells, changes, weight: isFigure ? 0.9 : 0.5 };
}

/** Links with the same label and a different target. The paragraphs do not show the target. */
function linkRows(here: Compared, there: Compared, excerpts: ExcerptList): ComparedRow[] {
  const [own, other] = [targetsOf(here), targetsOf(there)];
  return [...own].flatMap(([label, targets]): ComparedRow[] => {
    const theirs = other.get(label);
    const [gone, added] = [without(targets, theirs), without(theirs, targets)];
    if (!theirs || gone.length + added.length === 0) return [];
    const cells = [linkCell(here, { label, targets }, excerpts), linkCell(there, { label, targets: theirs }, excerpts)];
    const changes = [{ kind: "wording" as const, here: gone.join(" "), there: added.join(" ") }];
    return [{ kind: "changed", aspect: label, note: "", cells, changes, weight: 0.1 }];
  });
}

function without(targets: ReadonlySet<string> = new Set(), others: ReadonlySet<string> = new Set()): string[] {
  return [...targets].filter((target) => !others.has(target));
}

/** Targets by label. A trailing slash makes no difference. */
function targetsOf({ links = [] }: Compared): Map<string, Set<string>> {
  const targets = new Map<string, Set<string>>();
  for (const { label, target } of links) {
    const words = cleanSentence(label);
    targets.set(words, (targets.get(words) ?? new Set()).add(target.replace(/\/$/u, "")));
  }
  return targets;
}

function linkCell(
  { document, chunks }: Compared,
  { label, targets }: { label: string; targets: ReadonlySet<string> },
  excerpts: ExcerptList,
): ComparedRow["cells"][number] {
  const chunk = chunks.find(({ text }) => text.includes(label));
  const start = chunk?.text.indexOf(label) ?? 0;
  const proof = chunk ? [excerpts.add(chunk, { start, end: start + label.length })] : [];
  return { version_id: document.version_id, text: `${label}: ${[...targets].join(" ")}`, proof };
}

function cellOf({ chunk, start, end, plain }: Paragraph, excerpts: ExcerptList): ComparedRow["cells"][number] {
  return { version_id: chunk.version_id, text: plain, proof: [excerpts.add(chunk, { start, end })] };
}

/** Counts the rows of each kind. */
export function overviewOf(rows: readonly ComparedRow[]): string {
  const count = (kind: ComparedRow["kind"]) => rows.filter((row) => row.kind === kind).length;
  return `Changed paragraphs: ${count("changed")}. Only in one document: ${count("only_in_one")}. Unchanged: ${count("same")}.`;
}
