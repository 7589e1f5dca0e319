import type { CopilotAction, CopilotDocument } from "../../../protocol/copilot.ts";
import type { CopilotMenu } from "../../../protocol/copilot-conversations.ts";
import { documentKinds } from "../../../protocol/document-kinds.ts";
import { actionWords } from "./action-words.ts";
import { type Tag, titleOf } from "./composer/menu-entries.ts";
import type { Written } from "./written.ts";

export function tagOf(action: CopilotAction): Tag {
  return { kind: "action", id: action, label: actionWords[action].name };
}

/**
 * An example that can be sent unchanged, from the tenant's documents, policies first. The tagged action needs no model to be understood.
 * Null when the library has nothing for it.
 */
export function exampleOf(
  action: CopilotAction,
  { documents, question, has_model: hasModel }: CopilotMenu,
): Written | null {
  const current = documents.filter(({ is_current: isCurrent }) => isCurrent);
  const typed = documentKinds.flatMap((wanted) => current.filter(({ kind }) => kind === wanted));
  const [first] = typed;
  switch (action) {
    case "inquire":
      return question ? [[question]] : null;
    case "summarize":
      return first ? [[tagOf(action), " the main points of ", documentTag(first)]] : null;
    case "compare": {
      const pair = versionsOf(typed, documents) ?? (hasModel ? ofOneKind(typed) : null);
      return pair ? [[tagOf(action), " ", documentTag(pair[0]), " and ", documentTag(pair[1])]] : null;
    }
    case "audit": {
      const checked = typed.find(({ kind }) => kind !== "policy");
      if (first?.kind === "policy" && checked)
        return [[tagOf(action), " ", documentTag(checked), " against ", documentTag(first)]];
      return first ? [[tagOf(action), " a text against ", documentTag(first)]] : null;
    }
    default:
      return action satisfies never;
  }
}

type Pair = [CopilotDocument, CopilotDocument];

/** The two newest versions of a document: their differences need no model. */
function versionsOf(current: readonly CopilotDocument[], all: readonly CopilotDocument[]): Pair | null {
  for (const newest of current) {
    const before = all.find(({ document_id: id, version }) => id === newest.document_id && version < newest.version);
    if (before) return [before, newest];
  }
  return null;
}

/** The first two documents of one kind. */
function ofOneKind(typed: readonly CopilotDocument[]): Pair | null {
  for (const [at, document] of typed.entries()) {
    const next = typed[at + 1];
    if (next?.kind === document.kind) return [document, next];
  }
  return null;
}

function documentTag(document: CopilotDocument): Tag {
  return {
    kind: document.is_current ? "document" : "version",
    id: document.version_id,
    label: titleOf(document),
  };
}
