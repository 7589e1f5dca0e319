import { titleMark } from "../view/title-mark.ts";

/** Shows in the document's title how many answers were not read, as "(2) Title", and takes it away again. */
export class PageTitle {
  readonly #observer = new MutationObserver(() => this.#write());

  /** Says how many are unread. A title that the page sets meanwhile gets the mark too. */
  update(unread: number): void {
    const { text: before } = titleMark;
    const mark = unread > 0 ? `(${unread}) ` : "";
    if (mark === before) return;
    const { title } = document;
    this.#observer.disconnect();
    titleMark.text = mark;
    document.title = mark + (title.startsWith(before) ? title.slice(before.length) : title);
    if (unread > 0) this.#observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  }

  #write(): void {
    if (!document.title.startsWith(titleMark.text)) document.title = titleMark.text + document.title;
  }
}
