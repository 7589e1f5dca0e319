import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

export const answerId = "answer";

/** The reply field of the open ticket; null when there is none. */
export function answerBox(): HTMLTextAreaElement | null {
  const box = document.getElementById(answerId);
  return box instanceof HTMLTextAreaElement ? box : null;
}

/** Focuses the reply field with the cursor at its end. */
export function focusAnswer(): void {
  // Wait for the render that may change the text, so that the cursor is at its end.
  requestAnimationFrame(() => {
    const box = answerBox();
    if (!box) return;
    box.focus();
    box.setSelectionRange(box.value.length, box.value.length);
  });
}

/** Inserts text at the cursor of a field so that the browser's undo works, and moves the cursor after it. */
export function insertAtCursor(box: HTMLTextAreaElement, text: string): void {
  box.focus();
  // Deprecated, but the only way that preserves the field's undo history; it fires `input`.
  if (document.execCommand(text === "" ? "delete" : "insertText", false, text)) return;
  box.setRangeText(text, box.selectionStart, box.selectionEnd, "end");
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Replaces a part of a text field like {@link insertAtCursor}, and returns the focus to the element that had it. */
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

/** Like {@link replaceIn}, at one position. */
export function insertAt(area: { current: HTMLTextAreaElement | null }): (place: number, text: string) => void {
  return (place, text) => {
    if (area.current) replaceIn(area.current, { start: place, end: place }, text);
  };
}

/** Selects a part of a text field and scrolls to it, which browsers do only while someone types. */
export function selectIn(box: HTMLTextAreaElement, { start, end }: { start: number; end: number }): void {
  box.focus({ preventScroll: true });
  box.setSelectionRange(start, end);
  const twin = box.cloneNode();
  if (!(twin instanceof HTMLTextAreaElement)) return;
  twin.value = box.value.slice(0, end);
  box.after(twin);
  const bottom = twin.scrollHeight;
  twin.remove();
  if (bottom < box.scrollTop + box.clientHeight / 4 || bottom > box.scrollTop + box.clientHeight)
    box.scrollTop = bottom - box.clientHeight / 2;
}

/** Grows a text field with its text, in browsers that do not do so themselves. */
export function useGrowingHeight(area: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const box = area.current;
    if (!box || CSS.supports("field-sizing", "content")) return;
    box.style.setProperty("height", "auto");
    box.style.setProperty("height", `${box.scrollHeight}px`);
  }, [text]);
}
