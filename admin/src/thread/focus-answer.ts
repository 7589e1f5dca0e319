export const answerId = "answer";

/** Puts the cursor behind the last word of the answer. */
export function focusAnswer(): void {
  // After the render that may have changed the text, so that the cursor ends up behind it.
  requestAnimationFrame(() => {
    const box = document.getElementById(answerId);
    if (!(box instanceof HTMLTextAreaElement)) return;
    box.focus();
    box.setSelectionRange(box.value.length, box.value.length);
  });
}

/** Writes at the cursor of a text field, so that the browser's own undo knows of it, and leaves the cursor behind it. */
export function insertAtCursor(box: HTMLTextAreaElement, text: string): void {
  box.focus();
  // Deprecated, and the only way that keeps the undo of the field; it fires `input`.
  if (document.execCommand("insertText", false, text)) return;
  box.setRangeText(text, box.selectionStart, box.selectionEnd, "end");
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Writes at a place of a text field like {@link insertAtCursor}, and gives the focus back to whoever had it. */
export function insertAt(area: { current: HTMLTextAreaElement | null }): (place: number, text: string) => void {
  return (place, text) => {
    const [box, before] = [area.current, document.activeElement];
    if (!box) return;
    box.focus();
    box.setSelectionRange(place, place);
    insertAtCursor(box, text);
    if (before instanceof HTMLElement) before.focus();
  };
}
