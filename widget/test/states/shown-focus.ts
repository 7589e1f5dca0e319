import type { Page } from "playwright-core";

/** The focused element, and whether its focus is visible. */
export interface ShownFocus {
  /** Its name for a screen reader, if its markup has one; otherwise its tag. */
  name: string;
  isSeen: boolean;
}

export function shownFocus(page: Page): Promise<ShownFocus> {
  return page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    if (!element || element === document.body) return { name: "nothing", isSeen: false };
    const { width, height, top, left, bottom, right } = element.getBoundingClientRect();
    const isInside = width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    const outlined = (one: Element) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1 && !/, 0\)$/.test(outlineColor);
    };
    const shadowed = (one: Element) => getComputedStyle(one).boxShadow !== "none";
    // A field shows the focus on the frame around it.
    const frame = element.closest(".frame, .field, .row");
    const isSeen =
      isInside && (outlined(element) || shadowed(element) || (frame !== null && (outlined(frame) || shadowed(frame))));
    const label = element.getAttribute("aria-label") ?? element.textContent?.replace(/\s+/g, " ").trim();
    return { name: label || element.localName, isSeen };
  });
}
