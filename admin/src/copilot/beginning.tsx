import type { CopilotMenu } from "../../../protocol/copilot-conversations.ts";
import { documentKinds } from "../../../protocol/document-kinds.ts";
import { Icon } from "../ui/icon.tsx";
import { actions, actionWords } from "./action-words.ts";
import { titleOf } from "./composer/menu-entries.ts";
import type { Piece, Written } from "./written.ts";

interface BeginningProps {
  menu: CopilotMenu | null;
  onFill: (written: Written) => void;
}

/** The empty conversation: the four actions, each with an example. */
export function Beginning({ menu, onFill }: BeginningProps) {
  return (
    <div class="copilot-beginning">
      <h2>Ask your documents</h2>
      <p class="muted">
        Answers come only from your library{menu?.has_web ? ", and from the web if you ask for it" : ""}, with quotes.
        If your question is unclear, the copilot asks first.
      </p>
      <ul class="copilot-choices">
        {actions.map((action) => {
          const { name, icon, does } = actionWords[action];
          const written = exampleOf(action, menu);
          return (
            <li key={action}>
              <button type="button" class="copilot-choice-card" onClick={() => onFill(written)}>
                <Icon name={icon} />
                <strong>{name}</strong>
                <span class="muted">{does}</span>
                <span class="copilot-example" dir="auto">
                  “
                  {written
                    .flat()
                    .map((piece) => (typeof piece === "string" ? piece : piece.label))
                    .join("")
                    .trim()}
                  ”
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {menu && !menu.has_model ? (
        <p class="copilot-without-model">
          <Icon name="warning" /> No AI model is connected. The copilot quotes documents and compares them word by word.
          It does not judge.
        </p>
      ) : null}
      {menu && menu.documents.length === 0 ? (
        <p class="copilot-without-model">
          <Icon name="library" /> The library is empty. <a href="/console/library">Add documents</a> first.
        </p>
      ) : null}
    </div>
  );
}

/** Uses documents of the library, the tenant's policies first, so that the example can be sent unchanged. */
function exampleOf(action: (typeof actions)[number], menu: CopilotMenu | null): Written {
  const { example } = actionWords[action];
  const current = (menu?.documents ?? []).filter(({ is_current: isCurrent }) => isCurrent);
  const typed = documentKinds.flatMap((wanted) => current.filter(({ kind }) => kind === wanted));
  const [first, second] = typed;
  const tag = (document: typeof first): Piece =>
    document ? { kind: "document", id: document.version_id, label: titleOf(document) } : "…";
  switch (action) {
    case "summarize":
      return [[example, tag(first)]];
    case "compare":
      return [[example, tag(first), " and ", tag(second), "?"]];
    case "audit":
      return [[example, tag(first)]];
    case "inquire":
      return [[example]];
    default:
      return action satisfies never;
  }
}
