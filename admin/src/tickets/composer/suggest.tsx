import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { Keys } from "../../ui/chips.tsx";
import { insertAtCursor } from "./focus-answer.ts";

export interface Suggestion {
  id: string;
  label: string;
  hint?: string;
  /** Replaces the sign and the text after it. */
  insert: string;
}

interface SuggestOptions {
  area: RefObject<HTMLTextAreaElement | null>;
  /** Opens the suggestions at the start of a word. */
  sign: "/" | "@";
  find: (words: string) => readonly Suggestion[];
  /** Called when the sign is first typed: load the suggestions. */
  onBegin: () => void;
  /** Shown when nothing is found; null while the suggestions are unknown. */
  empty: (words: string) => EmptyList | null;
}

interface EmptyList {
  text: string;
  /** What a click, or the arrow key and Enter, does. */
  action?: { label: string; run: () => void };
}

export interface Suggest {
  items: readonly Suggestion[];
  active: number;
  listId: string;
  /** Call after each change of the text or cursor. */
  look: () => void;
  /** True when the list handled the key. */
  onKey: (event: KeyboardEvent) => boolean;
  choose: (item: Suggestion) => void;
  /** Shown in place of the items; its action is chosen when `isArmed`. */
  empty: (EmptyList & { isArmed: boolean }) | null;
  close: () => void;
}

/** The text from the sign to the cursor, and the sign's position. */
interface Typed {
  from: number;
  words: string;
}

/** Longest text after the sign that is searched. */
const maxWords = 40;

/** Suggestions at the cursor of a text field: typing filters, arrow keys choose, Enter and Tab accept, Esc closes. */
export function useSuggest({ area, sign, find, onBegin, empty }: SuggestOptions): Suggest {
  const typed: Signal<Typed | null> = useSignal(null);
  const active = useSignal(0);
  const isArmed = useSignal(false);
  const items = typed.value ? find(typed.value.words) : [];
  const current = Math.min(active.value, Math.max(0, items.length - 1));
  const nothing = typed.value && items.length === 0 ? empty(typed.value.words) : null;
  const close = () => {
    typed.value = null;
  };
  const choose = (item: Suggestion) => {
    const box = area.current;
    const at = typed.value;
    if (!box || !at) return;
    close();
    box.setSelectionRange(at.from, box.selectionStart);
    insertAtCursor(box, item.insert);
  };
  /** Enter is for a new line until the arrow key has chosen the action: the agent may mean the sign itself. */
  const onEmptyKey = (event: KeyboardEvent, { action }: EmptyList) => {
    if (event.key === "Escape") close();
    else if (event.key === "ArrowUp" && action && !isArmed.value) isArmed.value = true;
    else if (event.key === "Enter" && action && isArmed.value) {
      close();
      action.run();
    } else return false;
    event.preventDefault();
    return true;
  };
  return {
    items,
    active: current,
    empty: nothing && { ...nothing, isArmed: isArmed.value },
    listId: sign === "/" ? "suggested-replies" : "suggested-people",
    look() {
      const next = typedAt(area.current, sign);
      if (next && !typed.value) onBegin();
      if (next?.words !== typed.value?.words) active.value = 0;
      isArmed.value = false;
      typed.value = next;
    },
    onKey(event) {
      if (nothing) return onEmptyKey(event, nothing);
      const item = items[current];
      if (!item || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        active.value = (current + (event.key === "ArrowDown" ? 1 : -1) + items.length) % items.length;
      } else if (event.key === "Enter" || event.key === "Tab") choose(item);
      else if (event.key === "Escape") close();
      else return false;
      event.preventDefault();
      return true;
    },
    choose,
    close,
  };
}

function typedAt(box: HTMLTextAreaElement | null, sign: "/" | "@"): Typed | null {
  if (!box || box.selectionStart !== box.selectionEnd) return null;
  const before = box.value.slice(Math.max(0, box.selectionStart - maxWords - 2), box.selectionStart);
  // pattern-example: /(?:^|\s)@([^\s@]{0,40})$/u
  const found = new RegExp(`(?:^|\\s)${sign}([^\\s${sign}]{0,${maxWords}})$`, "u").exec(before);
  const words = found?.[1];
  return words === undefined ? null : { from: box.selectionStart - words.length - 1, words: words.toLowerCase() };
}

/** The list above the text field; the field keeps the focus. */
export function SuggestList({ suggest, label }: { suggest: Suggest; label: string }) {
  if (suggest.empty) return <EmptySuggest id={suggest.listId} empty={suggest.empty} onClose={suggest.close} />;
  if (suggest.items.length === 0) return null;
  return (
    <div id={suggest.listId} class="suggest" role="listbox" aria-label={label}>
      {suggest.items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the text field, which keeps the focus.
        // biome-ignore lint/a11y/useFocusableInteractive: as above, by aria-activedescendant.
        <div
          key={item.id}
          id={`${suggest.listId}-${index}`}
          ref={(row) => {
            if (index === suggest.active) row?.scrollIntoView({ block: "nearest" });
          }}
          class="suggest-item"
          role="option"
          aria-selected={index === suggest.active}
          // Keep the cursor in the text field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => suggest.choose(item)}
        >
          <strong dir="auto">{item.label}</strong>
          {item.hint ? (
            <span class="muted" dir="auto">
              {item.hint}
            </span>
          ) : null}
        </div>
      ))}
    </div>
  );
}

function EmptySuggest({
  id,
  empty,
  onClose,
}: {
  id: string;
  empty: NonNullable<Suggest["empty"]>;
  onClose: () => void;
}) {
  const { text, action, isArmed } = empty;
  return (
    <div id={id} class="suggest suggest-empty" role="status">
      <span class="muted">{text}</span>
      {action ? (
        <button
          type="button"
          class="btn small"
          data-armed={isArmed}
          // Keep the cursor in the text field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            onClose();
            action.run();
          }}
        >
          {action.label} <Keys keys={isArmed ? "↵" : "↑ ↵"} />
        </button>
      ) : null}
    </div>
  );
}

/** ARIA attributes that connect a text field with its list. */
export function suggestAria({ items, active, listId }: Suggest) {
  return items.length === 0
    ? {}
    : { "aria-controls": listId, "aria-activedescendant": `${listId}-${active}`, "aria-autocomplete": "list" as const };
}
