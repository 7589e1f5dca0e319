import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/** A text field as high as its text, where the browser does not do that by itself. */
export function useGrowingHeight(area: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const box = area.current;
    if (!box || CSS.supports("field-sizing", "content")) return;
    box.style.setProperty("height", "auto");
    box.style.setProperty("height", `${box.scrollHeight}px`);
  }, [text]);
}
