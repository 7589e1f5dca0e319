import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

/**
 * Marks names in a rendered text, such as mentions in a note. A long text is written in several frames, so later parts are marked as they
 * come. Code keeps its letters.
 */
export function useMarkedNames(root: RefObject<HTMLElement | null>, names: readonly string[]): void {
  const wanted = names.join("\n");
  useLayoutEffect(() => {
    const element = root.current;
    if (!element || wanted === "") return undefined;
    const pattern = patternOf(wanted.split("\n"));
    const observer = new MutationObserver(() => mark());
    const mark = () => {
      markIn(element, pattern);
      // Marking is a change, too.
      observer.takeRecords();
    };
    observer.observe(element, { childList: true, subtree: true, characterData: true });
    mark();
    return () => observer.disconnect();
  }, [wanted]);
}

/** The longest name first: `@Ada Lovelace` is not `@Ada`. */
function patternOf(names: readonly string[]): RegExp {
  const escaped = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  // pattern-example: /(Ada Lovelace|Ada)/iu
  return new RegExp(`(${escaped.join("|")})`, "iu");
}

function markIn(element: HTMLElement, pattern: RegExp): void {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts) {
    if (text.parentElement?.closest("mark, code")) continue;
    const parts = text.data.split(pattern);
    if (parts.length > 1) text.replaceWith(...parts.map((part, at) => (at % 2 === 1 ? marked(part) : part)));
  }
}

function marked(name: string): HTMLElement {
  const mark = document.createElement("mark");
  mark.append(name);
  return mark;
}
