const textNodeType = 3;

/**
 * Appending to a text node costs time by its length. A long text continues in a new node, at a character that does not join the letter
 * before it.
 */
const longTextChars = 500;

/** Appends text to an element. */
export function appendText(parent: Node, text: string): void {
  if (text === "") return;
  const last = parent.lastChild;
  const isLong = (last?.nodeValue?.length ?? 0) >= longTextChars && /^[\s!-~]/.test(text);
  // The condition checks the type of the node.
  if (last?.nodeType === textNodeType && !isLong) (last as Text).appendData(text);
  else parent.appendChild((parent.ownerDocument as Document).createTextNode(text));
}

/** Replaces the last element of a parent with the element's children, between two pieces of text. */
export function putBack(element: Element, before: string, after: string): void {
  const parent = element.parentNode;
  if (!parent) return;
  const children = [...element.childNodes];
  element.remove();
  appendText(parent, before);
  for (const child of children) {
    if (child.nodeType === textNodeType) appendText(parent, child.nodeValue ?? "");
    else parent.appendChild(child);
  }
  appendText(parent, after);
}
