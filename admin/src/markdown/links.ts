import type { Citation } from "../../../protocol/messages.ts";
import { safeHref } from "../lib/format.ts";

/**
 * Turns the holder of a finished `[label](address)` into what may stand in a message: a link, one
 * or more citation marks, or the very characters that were typed.
 */
export function settleLink(
  holder: HTMLElement,
  link: { href: string | null; closed: boolean; image: boolean },
  citations: readonly Citation[],
): void {
  const label = holder.textContent ?? "";
  if (link.href !== null) {
    const address = safeHref(withoutTitle(link.href));
    if (address) return becomeLink(holder, address, label);
    return unwrap(holder, link.image ? "![" : "[", `](${link.href})`);
  }
  const marks = link.closed && !link.image ? citedIn(label, citations) : null;
  if (marks) return becomeMarks(holder, marks);
  unwrap(holder, link.image ? "![" : "[", link.closed ? "]" : "");
}

/** A bare address in running text; the full stop after it is no part of it. */
export function settleRawUrl(holder: HTMLElement): void {
  const text = holder.textContent ?? "";
  const trailing = /[.,;:!?'")\]}>]+$/.exec(text)?.[0] ?? "";
  const url = text.slice(0, text.length - trailing.length);
  const address = safeHref(url);
  if (!address) return unwrap(holder, "", "");
  holder.textContent = url;
  if (trailing) holder.after(holder.ownerDocument.createTextNode(trailing));
  becomeLink(holder, address, url);
}

/** Replaces an element by its children, between two pieces of text. */
export function unwrap(element: HTMLElement, before: string, after: string): void {
  const doc = element.ownerDocument;
  element.replaceWith(
    ...(before ? [doc.createTextNode(before)] : []),
    ...element.childNodes,
    ...(after ? [doc.createTextNode(after)] : []),
  );
}

function becomeLink(holder: HTMLElement, address: string, label: string): void {
  const link = holder.ownerDocument.createElement("a");
  link.setAttribute("href", address);
  link.setAttribute("target", "_blank");
  link.setAttribute("rel", "noopener noreferrer nofollow");
  // A label that looks like another address must not hide where the link goes.
  if (label !== address) link.setAttribute("title", address);
  link.append(...holder.childNodes);
  if (label.trim() === "") link.textContent = address;
  holder.replaceWith(link);
}

function becomeMarks(holder: HTMLElement, marks: readonly Citation[]): void {
  const doc = holder.ownerDocument;
  holder.replaceWith(
    ...marks.map((citation) => {
      const mark = doc.createElement("button");
      mark.setAttribute("type", "button");
      mark.setAttribute("class", "cite");
      mark.setAttribute("data-cite", String(citation.index));
      mark.setAttribute("aria-haspopup", "dialog");
      mark.setAttribute("aria-label", `Source ${citation.index}: ${citation.title}`);
      mark.textContent = String(citation.index);
      return mark;
    }),
  );
}

function citedIn(label: string, citations: readonly Citation[]): Citation[] | null {
  if (!/^\s*\d{1,3}(\s*,\s*\d{1,3})*\s*$/.test(label)) return null;
  const found = label.split(",").map((index) => citations.find((citation) => citation.index === Number(index)));
  return found.every((citation) => citation !== undefined) ? found : null;
}

function withoutTitle(href: string): string {
  return href.trim().replace(/\s+("[^"]*"|'[^']*')$/, "");
}
