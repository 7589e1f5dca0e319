import type { Page } from "playwright-core";

/**
 * Layout problems of the open panel, or of the elements beside the launcher: elements outside the window that scrolling cannot reach, texts
 * cut off without an ellipsis, controls covered by another element, and a page wider than its window.
 */
export function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) problems.push(`the page is ${root.scrollWidth} wide`);
    const { height: seen = innerHeight, offsetTop = 0 } = window.visualViewport ?? {};
    const bottom = offsetTop + seen;
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest(".only-spoken, [aria-hidden=true]");
    const nameOf = (element: Element) => {
      const host = (element.getRootNode() as ShadowRoot).host?.localName ?? "page"; // every element here is in one
      return `${host} ${element.localName}.${element.className} "${element.textContent?.trim().slice(0, 30)}"`;
    };
    /** True when scrolling an ancestor may bring the element into view. */
    const canScroll = (element: Element): boolean => {
      for (let each: Element | null = element; each; each = each.assignedSlot ?? each.parentElement ?? hostOf(each))
        if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return true;
      return false;
    };
    const hostOf = (element: Element) => {
      const parent = element.getRootNode();
      return parent instanceof ShadowRoot ? parent.host : null;
    };
    const look = (element: Element) => {
      if (!isShown(element)) return;
      const { left, right, top, bottom: end, width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const isControl = element.matches("button, input, textarea, a[href]");
      const hasWords = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
      if (width > 0 && height > 0 && (isControl || hasWords)) {
        const inside = element.closest("pre, .wide, table");
        if (!inside && (left < -1 || right > innerWidth + 1)) problems.push(`${nameOf(element)} reaches over the side`);
        if (!canScroll(element) && (top < -1 || end > bottom + 1))
          problems.push(`${nameOf(element)} is out of the window`);
        const isCut = element.scrollWidth > element.clientWidth + 1 && /hidden|clip/.test(style.overflowX);
        if (isCut && style.textOverflow !== "ellipsis") problems.push(`${nameOf(element)} is cut`);
      }
      // A source may cover the jump button, and in a low window the open menu may cover the message field. Both are intended.
      if (isControl && !canScroll(element) && !element.matches(".jump")) {
        const hit = (element.getRootNode() as ShadowRoot).elementFromPoint(left + width / 2, top + height / 2); // as above
        const isMenu = hit?.matches("parley-header") && hit.shadowRoot?.querySelector("parley-menu");
        if (hit && hit !== element && !element.contains(hit) && !isMenu)
          problems.push(`${nameOf(element)} is covered by ${nameOf(hit)}`);
      }
      for (const child of (element.shadowRoot ?? element).children) look(child);
    };
    const chat = document.querySelector("parley-chat");
    // An open picture covers everything else.
    const viewer = chat?.shadowRoot?.querySelector("parley-attach")?.shadowRoot?.querySelector("parley-viewer");
    if (chat) look(viewer ?? chat);
    for (const each of document.querySelectorAll("parley-preview, [data-parley=teaser]")) look(each);
    return problems;
  });
}
