const textNodeType = 3;

/** Adding to a text costs its length, so a long one goes on in a new node, where letters do not join. */
const longTextChars = 500;

/** Adds text behind what stands in an element. */
export function appendText(parent: Node, text: string): void {
  if (text === "") return;
  const last = parent.lastChild;
  const isLong = (last?.nodeValue?.length ?? 0) >= longTextChars && /^[\s!-~]/.test(text);
  // The type of the node was asked for.
  if (last?.nodeType === textNodeType && !isLong) (last as Text).appendData(text);
  else parent.appendChild((parent.ownerDocument as Document).createTextNode(text));
}

/** Replaces the last element of its parent by its children, between two pieces of text. */
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
