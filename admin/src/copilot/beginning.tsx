import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { CopilotAction } from "../../../protocol/copilot.ts";
import type { CopilotMenu } from "../../../protocol/copilot-conversations.ts";
import { Icon } from "../ui/icon.tsx";
import { actions, actionWords } from "./action-words.ts";
import { exampleOf, tagOf } from "./examples.ts";
import { textOf, type Written } from "./written.ts";

interface BeginningProps {
  menu: CopilotMenu | null;
  onFill: (written: Written) => void;
}

/** The empty conversation: the four actions, each with an example if the library has one. */
export function Beginning({ menu, onFill }: BeginningProps) {
  /** Chosen before the menu was loaded. */
  const wished = useSignal<CopilotAction | null>(null);
  const fill = (action: CopilotAction) => {
    wished.value = menu ? null : action;
    if (menu) onFill(exampleOf(action, menu) ?? [[tagOf(action), " @"]]);
  };
  useEffect(() => {
    const action = wished.peek();
    if (menu && action) fill(action);
  }, [menu]);
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
          const example = menu && exampleOf(action, menu);
          return (
            <li key={action}>
              <button type="button" class="copilot-choice-card" onClick={() => fill(action)}>
                <Icon name={icon} />
                <strong>{name}</strong>
                <span class="muted">{does}</span>
                {menu === null || example ? (
                  <span class="copilot-example" dir="auto">
                    “{example ? textOf(example) : "…"}”
                  </span>
                ) : null}
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
