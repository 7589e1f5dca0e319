import type { Locale } from "../../i18n/locale.ts";
import { type Cut, takeSentences } from "../../view/sentences.ts";
import { earlierOrder, type MessageItem, type NoteItem, type TimelineItem, type ViewState } from "../../view/state.ts";
import { errorText } from "../error-text.ts";
import { noteText } from "./rows.ts";

/** Most sentences announced at once; with more, a listener misses the first ones. */
const maxAtOnce = 12;

/** Screen readers have spoken the line by then, in ms. If it stayed, a user who reads on with the arrow keys would get everything twice. */
const spokenMs = 10_000;

interface Spoken extends Cut {
  text: string;
}

/** Puts complete sentences into a polite live region. It announces neither single tokens nor messages from before the panel was opened. */
export class Announcer {
  readonly #spoken = new Map<string, Spoken>();
  #isStarted = false;

  /** Announces new items of the view. */
  update(state: ViewState, locale: Locale, region: Element): void {
    if (state.phase.type !== "ready") return;
    for (const item of state.items) {
      // The assistant's hand-over sentence follows. Both are announced together, so that the hand-over is announced once.
      if (this.#isStarted && item.kind === "escalation" && !item.isTold && state.turn !== "none") continue;
      const sentences = this.#take(item, locale);
      // The preview beside the launcher announces messages that arrive while the chat is closed.
      const isNews = this.#isStarted && item.order !== earlierOrder;
      if (isNews && state.shown && sentences.length > 0) append(region, sentences.slice(-maxAtOnce));
    }
    this.#isStarted = true;
  }

  #take(item: TimelineItem, locale: Locale): string[] {
    if (item.kind === "message") return this.#takeMessage(item, locale);
    if (this.#spoken.has(item.key)) return [];
    const text = textOf(item, locale);
    this.#spoken.set(item.key, { text, end: 0 });
    return [text];
  }

  #takeMessage(item: MessageItem, locale: Locale): string[] {
    if (item.role === "visitor") return [];
    const { attachments = [] } = item;
    // A message with only files is announced by the file names, so that there is always a text.
    const content = item.content || attachments.map(({ name }) => name).join(", ");
    const before = this.#spoken.get(item.key);
    if (before && before.end === content.length && before.text === content) return [];
    const isContinued = before !== undefined && content.startsWith(before.text.slice(0, before.end));
    const from = isContinued ? before : { end: 0 };
    const { sentences, ...cut } = takeSentences(content, from, item.state !== "streaming");
    this.#spoken.set(item.key, { ...cut, text: content });
    if (from.end > 0 || sentences.length === 0) return sentences;
    const name = item.role === "agent" ? (item.agent?.name ?? locale.say("agent")) : locale.say("assistant");
    return [`${name}: ${sentences[0] ?? ""}`, ...sentences.slice(1)];
  }
}

function textOf(item: Exclude<TimelineItem, MessageItem>, locale: Locale): string {
  const { say } = locale;
  if (item.kind === "escalation") {
    const told = item.isTold ? "" : `${say("escalated")} `;
    return `${told}${say("ticket", { n: item.ticketNumber })}. ${say("escalatedHint")}`;
  }
  return item.kind === "error" ? errorText(item.code, locale) : noteText((item satisfies NoteItem).note, locale);
}

/** All lines at once, because each change of the region is expensive. */
function append(region: Element, sentences: readonly string[]): void {
  const lines = sentences.map((textContent) => Object.assign(document.createElement("p"), { textContent }));
  region.append(...lines);
  setTimeout(() => {
    for (const line of lines) line.remove();
  }, spokenMs);
}
