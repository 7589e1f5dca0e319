import type { CopilotAction, CopilotDocument } from "../../../../protocol/copilot.ts";
import type { CopilotMenu } from "../../../../protocol/copilot-talk.ts";
import type { DocumentKind } from "../../../../protocol/document-kinds.ts";
import { actions, actionWords, plural } from "../action-words.ts";
import { fitOf, plain } from "./fuzzy.ts";

/** What can be tagged; `id` is what is sent. */
export interface Tag {
  kind: "action" | "set" | "document" | "version" | "web";
  id: string;
  label: string;
}

export interface MenuEntry extends Tag {
  /** Of a document. */
  documentKind?: DocumentKind;
  /** Below its name: version and date, or how many. */
  hint: string;
  group: Group;
}

type Group = "Actions" | "Sets" | "Documents" | "Versions" | "Web";
const groups: readonly Group[] = ["Actions", "Web", "Sets", "Documents", "Versions"];
/** More are found by typing. */
const mostOfGroup = 8;

/** Everything that can be tagged, with the names as they are compared. */
export type MenuIndex = readonly { entry: MenuEntry; name: string }[];

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

/** With the version's label, if it has one. An older version without one says its number; the current one is the document. */
export function titleOf({ title, version, label, is_current: isCurrent }: CopilotDocument): string {
  if (label !== null) return `${title} (${label})`;
  return isCurrent ? title : `${title} (version ${version})`;
}

export function factsOf({ version, set, created_at: at }: CopilotDocument): string {
  const day = new Date(at).toLocaleDateString(undefined, { dateStyle: "medium" });
  return [`version ${version}`, day, set].filter(Boolean).join(" · ");
}

/** Those that fit what was typed, by group, the best first. */
export function findEntries(index: MenuIndex, typed: string): MenuEntry[] {
  const words = plain(typed.trim());
  const found = index.flatMap(({ entry, name }) => {
    const score = fitOf(name, words);
    return score === null ? [] : [{ entry, score }];
  });
  // Without words everything is as good: the server's order stays.
  if (words !== "") found.sort((a, b) => b.score - a.score);
  const by = (group: Group) => found.filter(({ entry }) => entry.group === group).slice(0, mostOfGroup);
  const best = (group: Group) => by(group)[0]?.score ?? -1;
  const order = words === "" ? groups : [...groups].sort((a, b) => best(b) - best(a));
  return order.flatMap((group) => by(group).map(({ entry }) => entry));
}

/** Documents whose title fits, the best first. */
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
