import type { CopilotDocument } from "../../../protocol/copilot.ts";
import type { NamedDocuments } from "../../../server/copilot/ports.ts";
import { resolveByWords } from "../../../server/copilot/resolve-documents.ts";
import { missingFor } from "../../../server/copilot/validate.ts";
import { library as publicLibrary } from "./document-titles.ts";
import type { NamingLine } from "./naming.ts";

export interface NamingFigures {
  all: number;
  right: number;
  /** Asked back, as wanted or to be safe. */
  asked: string[];
  askedAsWanted: number;
  /** Other documents than were meant, and nobody was asked. */
  wrong: string[];
}

/** What the rules make of the lines; a text to be checked is there in every audit. */
export function measureNames(lines: readonly NamingLine[], library = publicLibrary): NamingFigures {
  const find = findIn(library);
  const figures: NamingFigures = { all: lines.length, right: 0, asked: [], askedAsWanted: 0, wrong: [] };
  for (const line of lines) {
    const { shown = [], used = shown, tagged = [] } = line;
    const result = resolveByWords({
      ...{ text: line.text, action: line.action, documents: library, said: [], now: new Date("2026-11-24T12:00:00Z") },
      ...{ shown: shown.map(find), registry: used.map(find), tagged: tagged.map(find) },
    });
    const isAsked = asks(line, result);
    const told = `${line.text} → ${[...result.found.map(nameOf), ...result.unclear.map(({ name }) => `${name}?`), ...result.unknown.map((name) => `${name}!`)].join(", ")}`;
    if (isAsked && line.wanted === "ask") figures.askedAsWanted += 1;
    else if (isAsked) figures.asked.push(told);
    else if (line.wanted !== "ask" && isSame(result.found, line.wanted.map(find))) figures.right += 1;
    else figures.wrong.push(told);
  }
  return figures;
}

/** Whether somebody is asked before anything is done. */
function asks({ action }: NamingLine, { found, unclear, unknown }: NamedDocuments): boolean {
  if (unclear.length + unknown.length > 0) return true;
  return missingFor(action, { documents: found.length, hasText: action === "audit" }) !== null;
}

function isSame(found: readonly CopilotDocument[], wanted: readonly CopilotDocument[]): boolean {
  const [one, other] = [found, wanted].map((documents) => documents.map(nameOf).toSorted().join("\n"));
  return one === other;
}

function findIn(library: readonly CopilotDocument[]): (name: string) => CopilotDocument {
  return (name) => {
    const [title, version] = name.split("#");
    const found = library.find(
      (each) => each.title === title && (version ? each.version === Number(version) : each.is_current),
    );
    if (!found) throw new Error(`not in the library: ${name}`);
    return found;
  };
}

function nameOf({ title, version, is_current }: CopilotDocument): string {
  return is_current ? title : `${title}#${version}`;
}
