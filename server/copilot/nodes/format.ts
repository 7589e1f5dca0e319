import type { AuditResult, CopilotDocument } from "../../../protocol/copilot.ts";
import type { CopilotBody } from "../../../protocol/copilot-conversations.ts";
import type { CopilotPorts } from "../ports.ts";
import type { CopilotStateType, CopilotUpdate } from "../state.ts";

/** The stored result: excerpts with their versions, and a sentence above it. */
export async function format(state: CopilotStateType, ports: CopilotPorts): Promise<CopilotUpdate> {
  const { conclusion, confidence, documents, guessed, isDoubtful, read } = state;
  if (!conclusion) throw new Error("a run of the copilot ended without a result");
  const all = await ports.listDocuments();
  const excerpts = conclusion.excerpts.map((each) => ({ ...each, version: versionName(each.version_id, all) }));
  const body = { result: conclusion.result, excerpts, confidence, documents, read, is_doubtful: isDoubtful };
  const taken = named(guessed.map(({ title }) => `“${title}”`));
  const guess = guessed.length === 0 ? "" : `I took ${taken}. Not this one? Tag the right document with @. `;
  return { conclusion: null, outcome: { content: `${guess}${sentenceOf(body)}`, body, isCancelled: false } };
}

/** The name of an excerpt's version beside its title; null for the current version without a label. */
function versionName(id: string | null, all: readonly CopilotDocument[]): string | null {
  const document = all.find(({ version_id: version }) => version === id);
  return document?.label ?? (document && !document.is_current ? `version ${document.version}` : null);
}

function sentenceOf({ result, documents, read, confidence }: CopilotBody): string {
  const quotes = confidence.judge === "rules" ? withoutModel : "";
  const of = documents.length === 0 ? "the library" : named(documents.map(labelled));
  switch (result?.action) {
    case "summarize":
      return `Summary of ${of}.${quotes}`;
    case "compare": {
      const count = (kind: string) => result.rows.filter((row) => row.kind === kind).length;
      return `${plural(count("changed"), "difference")}, ${count("only_in_one")} only in one document, ${count("same")} the same.${quotes}`;
    }
    case "audit":
      if (result.status === "not_judged")
        return `${plural(result.statements, "statement")} beside the nearest policy section. ${plural(differing(result), "statement")} with other numbers or dates.${quotes}`;
      return `${plural(result.findings.length, "finding")} in ${plural(result.statements, "statement")}. The documents cover ${result.matched} of them.${quotes}`;
    default:
      return result?.answer === ""
        ? `Nothing in ${of} answers this.`
        : `From ${plural(read, "passage")} of ${of}.${quotes}`;
  }
}

const withoutModel =
  " No language model is set up, so this only quotes. An admin can choose a model under Settings, Models.";

function differing({ beside }: AuditResult): number {
  return beside.filter(({ changes }) => changes.length > 0).length;
}

function labelled({ title, label }: CopilotBody["documents"][number]): string {
  return label === null ? title : `${title} (${label})`;
}

/** Most titles within a sentence. */
const maxNamed = 2;

function named(titles: readonly string[]): string {
  const unique = [...new Set(titles)];
  if (unique.length <= maxNamed) return unique.join(" and ");
  return `${unique.slice(0, maxNamed).join(", ")} and ${unique.length - maxNamed} more`;
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
