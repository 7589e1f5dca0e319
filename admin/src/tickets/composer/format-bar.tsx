import type { Signal } from "@preact/signals";
import type { RefObject } from "preact";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { insertAtCursor } from "./focus-answer.ts";
import { linkOf } from "./link-text.ts";

/** Marks of Markdown: around the selection, or before each of its lines. Ctrl+K opens the palette, so a link has no key. */
const formats = [
  { icon: "bold", label: "Bold", key: "b", around: "**" },
  { icon: "italic", label: "Italic", key: "i", around: "*" },
  { icon: "code", label: "Code", key: "e", around: "`" },
  { icon: "link", label: "Link", isLink: true },
  { icon: "list", label: "List", before: "- " },
] as const satisfies ReadonlyArray<
  { icon: IconName; label: string; key?: string } & ({ around: string } | { before: string } | { isLink: true })
>;

interface FormatBarProps {
  area: RefObject<HTMLTextAreaElement | null>;
  /** Whether the text is shown as it will be read. */
  preview: Signal<boolean>;
  isEmpty: boolean;
}

export function FormatBar({ area, preview, isEmpty }: FormatBarProps) {
  const isPreview = preview.value && !isEmpty;
  return (
    <div class="format-bar" role="group" aria-label="Formatting">
      {isPreview
        ? null
        : formats.map((format) => (
            <button
              key={format.label}
              type="button"
              class="icon-btn small"
              aria-label={format.label}
              title={"key" in format ? `${format.label} (Ctrl+${format.key.toUpperCase()})` : format.label}
              // Keep the selection in the text field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => area.current && apply(area.current, format)}
            >
              <Icon name={format.icon} />
            </button>
          ))}
      <button
        type="button"
        class="btn ghost small"
        aria-pressed={isPreview}
        aria-disabled={isEmpty}
        onClick={() => {
          if (!isEmpty) preview.value = !preview.value;
        }}
      >
        Preview
      </button>
    </div>
  );
}

/** Ends the preview; without one, the focus leaves the editor, and the ticket's shortcuts work again. */
export function leaveEditor(preview: Signal<boolean>, area: RefObject<HTMLTextAreaElement | null>): void {
  if (preview.peek()) {
    preview.value = false;
    // The field is hidden until the next render.
    requestAnimationFrame(() => area.current?.focus());
  } else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Ctrl+B, Ctrl+I and Ctrl+E. @returns true when the key was one of them. */
export function formatByKey(event: KeyboardEvent, area: HTMLTextAreaElement): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return false;
  const format = formats.find((one) => "key" in one && one.key === event.key.toLowerCase());
  if (!format) return false;
  event.preventDefault();
  apply(area, format);
  return true;
}

function apply(area: HTMLTextAreaElement, format: (typeof formats)[number]): void {
  const { selectionStart: start, selectionEnd: end, value } = area;
  if ("before" in format) {
    const from = value.lastIndexOf("\n", start - 1) + 1;
    const lines = value.slice(from, end).split("\n");
    const isOn = lines.every((line) => line.startsWith(format.before));
    const next = lines.map((line) => (isOn ? line.slice(format.before.length) : format.before + line)).join("\n");
    area.setSelectionRange(from, end);
    insertAtCursor(area, next);
    return;
  }
  const chosen = value.slice(start, end);
  if ("isLink" in format) {
    const link = linkOf(chosen);
    insertAtCursor(area, link.text);
    area.setSelectionRange(start + link.from, start + link.to);
    return;
  }
  const { around } = format;
  insertAtCursor(area, `${around}${chosen}${around}`);
  area.setSelectionRange(start + around.length, start + around.length + chosen.length);
}
