import { Extension } from "@tiptap/core";
import { type EditorState, Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

/** An `@` before the cursor and the text typed after it. */
export interface AtMatch {
  from: number;
  to: number;
  typed: string;
  /** Position in the window. */
  place: { left: number; top: number; bottom: number };
}

interface AtOptions {
  onMatch: (match: AtMatch | null) => void;
  /** A key while the menu is open; returns true when the menu handled it. */
  onKey: (event: KeyboardEvent) => boolean;
}

/** Names may contain spaces, but a longer text is not a tag. */
const pattern = /(?:^|[\s(\uFFFC])@([^@\n\uFFFC]{0,40})$/u;

/** Reports an `@` that the user is typing. */
export const AtTrigger = Extension.create<AtOptions>({
  name: "atTrigger",
  addOptions: () => ({ onMatch: () => undefined, onKey: () => false }),
  // Runs before the handler that sends on Enter.
  priority: 1_000,
  addProseMirrorPlugins() {
    const { onMatch, onKey } = this.options;
    return [
      new Plugin({
        props: { handleKeyDown: (_view, event) => onKey(event) },
        view: () => ({ update: (view) => onMatch(matchIn(view)) }),
      }),
    ];
  },
});

function matchIn(view: EditorView): AtMatch | null {
  const found = view.hasFocus() && view.editable ? typedAt(view.state) : null;
  return found && { ...found, place: view.coordsAtPos(found.from) };
}

function typedAt({ selection }: EditorState): Omit<AtMatch, "place"> | null {
  const { $from, empty, from } = selection;
  if (!empty) return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, "\uFFFC");
  const match = pattern.exec(before);
  if (!match) return null;
  const typed = match[1] ?? "";
  return { from: from - typed.length - 1, to: from, typed };
}
