import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

export const answerId = "answer";

/** The box of the open ticket's answer; null where there is none just now. */
export function answerBox(): HTMLTextAreaElement | null {
  const box = document.getElementById(answerId);
  return box instanceof HTMLTextAreaElement ? box : null;
}

/** Puts the cursor behind the last word of the answer. */
export function focusAnswer(): void {
  // After the render that may have changed the text, so that the cursor ends up behind it.
  requestAnimationFrame(() => {
    const box = answerBox();
    if (!box) return;
    box.focus();
    box.setSelectionRange(box.value.length, box.value.length);
  });
}

/** Writes at the cursor of a text field, so that the browser's own undo knows of it, and leaves the cursor behind it. */
export function insertAtCursor(box: HTMLTextAreaElement, text: string): void {
  box.focus();
  // Deprecated, and the only way that keeps the undo of the field; it fires `input`.
  if (document.execCommand(text === "" ? "delete" : "insertText", false, text)) return;
  box.setRangeText(text, box.selectionStart, box.selectionEnd, "end");
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Replaces a part of a text field, as {@link insertAtCursor} inserts one, and returns the focus to the element that had it. */
export function replaceIn(
  box: HTMLTextAreaElement,
  { start, end }: { start: number; end: number },
  text: string,
): void {
  const before = document.activeElement;
  box.focus();
  box.setSelectionRange(start, end);
  insertAtCursor(box, text);
  if (before instanceof HTMLElement) before.focus();
}

/** As {@link replaceIn}, at one place. */
export function insertAt(area: { current: HTMLTextAreaElement | null }): (place: number, text: string) => void {
  return (place, text) => {
    if (area.current) replaceIn(area.current, { start: place, end: place }, text);
  };
}

/** A text field as high as its text, where the browser does not do that by itself. */
export function useGrowingHeight(area: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const box = area.current;
    if (!box || CSS.supports("field-sizing", "content")) return;
    box.style.setProperty("height", "auto");
    box.style.setProperty("height", `${box.scrollHeight}px`);
  }, [text]);
}
