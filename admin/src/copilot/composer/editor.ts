import { Editor, Extension } from "@tiptap/core";
import { Document } from "@tiptap/extension-document";
import { Paragraph } from "@tiptap/extension-paragraph";
import { Text } from "@tiptap/extension-text";
import { UndoRedo } from "@tiptap/extensions/undo-redo";
import type { Written } from "../written.ts";
import { type AtMatch, AtTrigger } from "./editor-at.ts";
import { PlainClipboard, TagNode, toContent, toWritten } from "./editor-content.ts";
import type { Tag } from "./menu-entries.ts";

interface EditorOptions {
  element: HTMLElement;
  written: Written;
  label: string;
  onChange: (written: Written) => void;
  onSend: () => void;
  onAt: (match: AtMatch | null) => void;
  /** A key while the user types an `@` tag; returns true when it was handled. */
  onKey: (event: KeyboardEvent) => boolean;
  onFiles: (files: File[]) => void;
}

export interface CopilotEditor {
  set(written: Written): void;
  /** Inserts a tag in place of the typed `@`, or at the cursor. */
  tag(tag: Tag, at: { from: number; to: number } | null): void;
  /** Inserts an `@`, which opens the menu. */
  at(): void;
  focus(): void;
  /** The menu entry that Enter chooses, for screen readers; null without a menu. */
  point(list: { id: string; current: string | undefined } | null): void;
  destroy(): void;
}

/** The copilot's editor: text and tags, usable by keyboard. It parses no HTML and adds no style to the page. */
export function openEditor(options: EditorOptions): CopilotEditor {
  const { element, written, label, onChange, onSend, onAt, onKey, onFiles } = options;
  const editor = new Editor({
    element,
    injectCSS: false,
    enableInputRules: false,
    enablePasteRules: false,
    content: toContent(written),
    extensions: [
      Document,
      Paragraph,
      Text,
      UndoRedo,
      TagNode,
      PlainClipboard.configure({ onFiles }),
      AtTrigger.configure({ onMatch: onAt, onKey }),
      sendKeys(onSend),
    ],
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": label,
        "aria-autocomplete": "list",
        class: "copilot-input",
        dir: "auto",
      },
    },
    onUpdate: () => onChange(toWritten(editor.state.doc.content)),
    onBlur: () => onAt(null),
  });
  const box = editor.view.dom;
  return {
    set: (next) => void editor.commands.setContent(toContent(next), { emitUpdate: false }),
    tag(tag, at) {
      const { from, to } = at ?? editor.state.selection;
      editor
        .chain()
        .focus()
        .insertContentAt({ from, to }, [
          { type: "tag", attrs: { ...tag } },
          { type: "text", text: " " },
        ])
        .run();
    },
    at() {
      const { $from } = editor.state.selection;
      const before = $from.parent.textBetween(0, $from.parentOffset, undefined, "\uFFFC");
      const gap = before === "" || /\s$/.test(before) ? "" : " ";
      editor
        .chain()
        .focus()
        .insertContent({ type: "text", text: `${gap}@` })
        .run();
    },
    focus: () => void editor.commands.focus("end"),
    point(list) {
      attribute(box, "aria-controls", list?.id);
      attribute(box, "aria-activedescendant", list?.current);
    },
    destroy: () => editor.destroy(),
  };
}

function attribute(element: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Enter sends, Shift+Enter starts a new line. */
function sendKeys(onSend: () => void) {
  return Extension.create({
    name: "sendKeys",
    addKeyboardShortcuts: () => ({
      Enter: ({ editor }) => {
        // Enter that confirms input-method text does not send.
        if (!editor.view.composing) onSend();
        return true;
      },
      "Shift-Enter": ({ editor }) => editor.commands.splitBlock(),
    }),
  });
}
