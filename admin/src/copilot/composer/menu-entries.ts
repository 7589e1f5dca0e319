import type { CopilotAction, CopilotDocument } from "../../../../protocol/copilot.ts";
import type { CopilotMenu } from "../../../../protocol/copilot-conversations.ts";
import type { DocumentKind } from "../../../../protocol/document-kinds.ts";
import { actions, actionWords, plural } from "../action-words.ts";

/** An item that can be tagged; the message contains its `id`. */
export interface Tag {
  kind: "action" | "set" | "document" | "version" | "web";
  id: string;
  label: string;
}

export interface MenuEntry extends Tag {
  /** Only for documents. */
  documentKind?: DocumentKind;
  /** Text below the name: version and date, or a number. */
  hint: string;
  group: Group;
}

type Group = "Actions" | "Sets" | "Documents" | "Versions" | "Web";
const groups: readonly Group[] = ["Actions", "Web", "Sets", "Documents", "Versions"];
/** Entries per group; typing finds more. */
const mostOfGroup = 8;

/** All items that can be tagged, with normalised names. */
type MenuIndex = readonly { entry: MenuEntry; name: string }[];

export function indexMenu(menu: CopilotMenu): MenuIndex {
  const entries: MenuEntry[] = [
    ...actions.map((action) => actionEntry(action)),
    ...(menu.has_web
      ? [{ kind: "web", id: "web", label: "Web", hint: "Searches the web too.", group: "Web" } as const]
      : []),
    ...menu.sets.map(({ name, documents }) => ({
      kind: "set" as const,
      id: name,
      label: name,
      hint: plural(documents, "document"),
      group: "Sets" as const,
    })),
    ...menu.documents.map(documentEntry),
  ];
  return entries.map((entry) => ({ entry, name: plain(entry.label) }));
}

function actionEntry(action: CopilotAction): MenuEntry {
  const { name, does } = actionWords[action];
  return { kind: "action", id: action, label: name, hint: does, group: "Actions" };
}

function documentEntry(document: CopilotDocument): MenuEntry {
  const isCurrent = document.is_current;
  return {
    kind: isCurrent ? "document" : "version",
    id: document.version_id,
    label: titleOf(document),
    documentKind: document.kind,
    hint: factsOf(document),
    group: isCurrent ? "Documents" : "Versions",
  };
}

/** The title with the version's label. An older version without a label shows its number; the current version shows only the title. */
export function titleOf({ title, version, label, is_current: isCurrent }: CopilotDocument): string {
  if (label !== null) return `${title} (${label})`;
  return isCurrent ? title : `${title} (version ${version})`;
}

export function factsOf({ version, set, created_at: at }: CopilotDocument): string {
  const day = new Date(at).toLocaleDateString(undefined, { dateStyle: "medium" });
  return [`version ${version}`, day, set].filter(Boolean).join(" · ");
}

/** Entries that match the typed text, by group, best match first. */
export function findEntries(index: MenuIndex, typed: string): MenuEntry[] {
  const words = plain(typed.trim());
  const found = index.flatMap(({ entry, name }) => {
    const score = fitOf(name, words);
    return score === null ? [] : [{ entry, score }];
  });
  // Without a search text all are equal: keep the server's order.
  if (words !== "") found.sort((a, b) => b.score - a.score);
  const by = (group: Group) => found.filter(({ entry }) => entry.group === group).slice(0, mostOfGroup);
  const best = (group: Group) => by(group)[0]?.score ?? -1;
  const order = words === "" ? groups : [...groups].sort((a, b) => best(b) - best(a));
  return order.flatMap((group) => by(group).map(({ entry }) => entry));
}

/** Documents whose title matches, best match first. */
export function findDocuments(documents: readonly CopilotDocument[], typed: string): CopilotDocument[] {
  const words = plain(typed.trim());
  if (words === "") return [...documents];
  return documents
    .flatMap((document) => {
      const score = fitOf(plain(titleOf(document)), words);
      return score === null ? [] : [{ document, score }];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ document }) => document);
}

/** Normalised text for comparison: lower case, without accents. */
export function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * Score of a fuzzy match in which letters may have gaps between them: higher is better, null is no match. Starts of words and consecutive
 * letters score most, so that both `rp` and `pol` find "Refund policy".
 * @param name and words as `plain` returns them.
 */
export function fitOf(name: string, words: string): number | null {
  if (words === "") return 0;
  const place = name.indexOf(words);
  if (place === 0) return 1_000 - name.length / 100;
  if (place > 0) return (isStart(name, place) ? 800 : 500) - place / 100;
  return fitOfGaps(name, words.replace(/\s+/g, ""));
}

/** Letters in order, with gaps. */
function fitOfGaps(name: string, letters: string): number | null {
  let score = 0;
  let last = -2;
  for (const letter of letters) {
    const start = nextStart(name, letter, last + 1);
    const next = name[last + 1] === letter ? last + 1 : start >= 0 ? start : name.indexOf(letter, last + 1);
    if (next < 0) return null;
    score += next === last + 1 ? 6 : isStart(name, next) ? 8 : 1;
    last = next;
  }
  // A long name contains all letters somewhere: scattered letters are no match.
  return score >= letters.length * 3 ? score : null;
}

function isStart(name: string, place: number): boolean {
  return place === 0 || !/[\p{L}\p{N}]/u.test(name[place - 1] ?? "");
}

/** The next word that starts with the letter, or -1. */
function nextStart(name: string, letter: string, from: number): number {
  for (let at = name.indexOf(letter, from); at >= 0; at = name.indexOf(letter, at + 1))
    if (isStart(name, at)) return at;
  return -1;
}
