import { useComputed, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { CopilotMenu } from "../../../../protocol/copilot-talk.ts";
import type { CopilotEditor } from "./editor.ts";
import type { AtMatch } from "./editor-at.ts";
import { entryId, menuId } from "./mention-menu.tsx";
import { findEntries, indexMenu, type MenuEntry } from "./menu-entries.ts";

const noDocuments: CopilotMenu = { documents: [], sets: [], has_web: false, has_model: true };

/** The menu of an `@`: what fits, where the keys stand in it, and what a choice does to the text. */
export function useMentionMenu(menu: CopilotMenu | null, editor: () => CopilotEditor | null) {
  const match = useSignal<AtMatch | null>(null);
  const current = useSignal(0);
  /** Closed with Escape: it stays so until another `@` is typed. */
  const closedAt = useRef<number | null>(null);
  const source = useSignal(menu);
  if (source.peek() !== menu) source.value = menu;
  // While the documents are on their way, actions can be tagged: an Enter behind one must not send it as plain words.
  const index = useComputed(() => indexMenu(source.value ?? noDocuments));
  const entries = useComputed(() => (match.value ? findEntries(index.value, match.value.typed) : []));

  const point = () => {
    const place = entries.peek().length > 0 ? entryId(current.peek()) : undefined;
    editor()?.point(match.peek() ? { id: menuId, current: place } : null);
  };
  const close = () => {
    match.value = null;
    point();
  };
  const choose = (entry: MenuEntry) => {
    const at = match.peek();
    if (!at) return;
    close();
    const { kind, id, label } = entry;
    editor()?.tag({ kind, id, label }, { from: at.from, to: at.to });
  };
  const move = (step: number) => {
    const { length } = entries.peek();
    current.value = length === 0 ? 0 : (current.peek() + step + length) % length;
    point();
  };

  return {
    match,
    entries,
    current,
    choose,
    onAt(next: AtMatch | null) {
      if (next === null) closedAt.current = null;
      if (next !== null && next.from === closedAt.current) return;
      if (next?.typed !== match.peek()?.typed) current.value = 0;
      match.value = next;
      point();
    },
    onKey(event: KeyboardEvent): boolean {
      const at = match.peek();
      if (!at || event.isComposing) return false;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") move(event.key === "ArrowDown" ? 1 : -1);
      else if (event.key === "Escape") {
        closedAt.current = at.from;
        close();
      } else if (event.key === "Enter" || event.key === "Tab") {
        const entry = entries.peek()[current.peek()];
        // Nothing fits: then it was no tag, and Enter sends.
        if (!entry) return false;
        choose(entry);
      } else return false;
      event.preventDefault();
      return true;
    },
  };
}
