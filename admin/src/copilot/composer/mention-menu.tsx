import { useLayoutEffect, useRef } from "preact/hooks";
import { KindPill, kindWords } from "../../knowledge/documents/kind-pill.tsx";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { placeAt } from "../../ui/place-at.ts";
import type { AtMatch } from "./editor-at.ts";
import type { MenuEntry, Tag } from "./menu-entries.ts";

export const menuId = "copilot-menu";
export const entryId = (place: number) => `${menuId}-${place}`;

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
  /** In words, where there is nothing to choose. */
  nothing: string;
  onChoose: (entry: MenuEntry) => void;
}

/** What an `@` offers, by kind. The editor keeps the focus; it names the entry that Enter takes. */
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
  /** Of its group, whose name stands above. */
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
        // The editor keeps the focus, or the menu would be gone before the click.
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
