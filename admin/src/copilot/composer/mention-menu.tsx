import { useComputed, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { CopilotMenu } from "../../../../protocol/copilot-conversations.ts";
import { KindPill, kindWords } from "../../knowledge/documents/document-chips.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { placeAt } from "../../ui/popover.ts";
import type { CopilotEditor } from "./editor.ts";
import type { AtMatch } from "./editor-at.ts";
import { findEntries, indexMenu, type MenuEntry, type Tag } from "./menu-entries.ts";

const menuId = "copilot-menu";
const entryId = (place: number) => `${menuId}-${place}`;

export const tagIcons: Record<Tag["kind"], IconName> = {
  action: "spark",
  set: "library",
  document: "file",
  version: "details",
  web: "external",
};

interface MentionMenuProps {
  entries: readonly MenuEntry[];
  current: number;
  match: AtMatch;
  /** Text for an empty menu. */
  nothing: string;
  onChoose: (entry: MenuEntry) => void;
}

/** The entries for an `@`, by kind. The editor keeps the focus and refers to the entry that Enter chooses. */
export function MentionMenu({ entries, current, match, nothing, onChoose }: MentionMenuProps) {
  const element = useRef<HTMLDivElement>(null);
  const { left, top, bottom } = match.place;
  useLayoutEffect(() => {
    const menu = element.current;
    if (!menu) return;
    if (!menu.matches(":popover-open")) menu.showPopover();
    placeAt(menu, new DOMRect(left, top, 0, bottom - top));
  }, [left, top, bottom, entries.length]);
  useLayoutEffect(() => {
    document.getElementById(entryId(current))?.scrollIntoView({ block: "nearest" });
  }, [current, entries]);
  return (
    <div ref={element} popover="manual" class="popover copilot-menu">
      {entries.length === 0 ? <p class="copilot-menu-none muted">{nothing}</p> : null}
      <div id={menuId} role="listbox" aria-label="Mentions" hidden={entries.length === 0}>
        {entries.map((entry, place) => (
          <Entry
            key={`${entry.kind}:${entry.id}`}
            entry={entry}
            place={place}
            isFirst={entry.group !== entries[place - 1]?.group}
            isCurrent={place === current}
            onChoose={onChoose}
          />
        ))}
      </div>
    </div>
  );
}

interface EntryProps {
  entry: MenuEntry;
  place: number;
  /** First of its group, whose name is shown above. */
  isFirst: boolean;
  isCurrent: boolean;
  onChoose: (entry: MenuEntry) => void;
}

function Entry({ entry, place, isFirst, isCurrent, onChoose }: EntryProps) {
  const { documentKind: kind } = entry;
  const isTyped = kind === "policy" || kind === "regulation";
  return (
    <>
      {isFirst ? (
        <p class="copilot-menu-group" aria-hidden="true">
          {entry.group}
        </p>
      ) : null}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the editor, which keeps the focus. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above, by aria-activedescendant. */}
      <div
        id={entryId(place)}
        class="copilot-menu-entry"
        role="option"
        aria-selected={isCurrent}
        aria-label={`${entry.group}: ${entry.label}, ${isTyped ? `${kindWords[kind]}, ` : ""}${entry.hint}`}
        // Keep the focus in the editor; otherwise the menu closes before the click.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(entry)}
      >
        <Icon name={tagIcons[entry.kind]} />
        <span class="copilot-menu-label" dir="auto">
          {entry.label}
        </span>
        {isTyped ? <KindPill kind={kind} /> : null}
        <span class="copilot-menu-hint muted">{entry.hint}</span>
      </div>
    </>
  );
}

const noDocuments: CopilotMenu = { documents: [], sets: [], has_web: false, has_model: true, question: null };

/** The `@` menu: matching entries, the current entry, and the insertion of a tag. */
export function useMentionMenu(menu: CopilotMenu | null, editor: () => CopilotEditor | null) {
  const match = useSignal<AtMatch | null>(null);
  const current = useSignal(0);
  /** Closed with Escape: it stays closed until the user types another `@`. */
  const closedAt = useRef<number | null>(null);
  const source = useSignal(menu);
  if (source.peek() !== menu) source.value = menu;
  // While documents load, actions can be tagged: Enter after an action must not send it as plain text.
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
        // No match: the text is not a tag, and Enter sends.
        if (!entry) return false;
        choose(entry);
      } else return false;
      event.preventDefault();
      return true;
    },
  };
}
