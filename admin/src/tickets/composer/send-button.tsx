import type { RefObject } from "preact";
import { useId, useRef } from "preact/hooks";
import { useWorkspace } from "../../app-context.ts";
import { Keys } from "../../ui/chips.tsx";
import { Icon } from "../../ui/icon.tsx";
import { once } from "../../ui/once.ts";
import { menuHandlers } from "../../ui/popover.ts";
import type { Composer, Verb } from "./composer-store.ts";
import { composersOf } from "./composers.ts";
import { focusAnswer } from "./focus-answer.ts";

const verbLabels: Record<Verb, string> = { reply: "Send", resolve: "Send and resolve" };
const verbHints: Record<Verb, string> = {
  reply: "The ticket then waits for the visitor",
  resolve: "The ticket is done",
};

/** One button with the agent's usual action, and a menu that changes it. */
export function SendButton({ box }: { box: Composer }) {
  const id = useId();
  const mark = useRef<HTMLButtonElement>(null);
  const verb = box.verb.value;
  const isWordless = box.text.value.trim() === "";
  const isEmpty = isWordless && (verb === "resolve" || box.files.ready.value.length === 0);
  return (
    <div class="composer-verbs">
      <button
        type="button"
        class="btn primary split-main"
        data-verb={verb}
        aria-disabled={box.files.busy.value}
        onClick={once(() => {
          void box.send();
          if (isEmpty) focusAnswer();
        })}
      >
        {verbLabels[verb]} <Keys keys="Ctrl ↵" />
      </button>
      <button
        ref={mark}
        type="button"
        class="btn primary split-more"
        aria-label="Change what the button does"
        popovertarget={id}
      >
        <Icon name="chevron" />
      </button>
      <SendMenu id={id} box={box} mark={mark} />
    </div>
  );
}

const verbs: readonly Verb[] = ["reply", "resolve"];

function SendMenu({ id, box, mark }: { id: string; box: Composer; mark: RefObject<HTMLButtonElement | null> }) {
  const { prefer } = composersOf(useWorkspace());
  const verb = box.verb.value;
  return (
    <div id={id} popover="auto" class="menu menu-send" {...menuHandlers(mark)}>
      {verbs.map((each) => (
        <button
          key={each}
          type="button"
          class="menu-item"
          aria-pressed={each === verb}
          onClick={() => {
            prefer(each);
            box.choose(each);
            document.getElementById(id)?.hidePopover();
            focusAnswer();
          }}
        >
          <span>
            {verbLabels[each]}
            <span class="menu-hint">{verbHints[each]}</span>
          </span>
          {each === verb ? <Icon name="check" /> : null}
        </button>
      ))}
    </div>
  );
}
