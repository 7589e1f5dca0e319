import type { Locale } from "../../i18n/locale.ts";
import { type Cut, takeSentences } from "../../view/sentences.ts";
import { earlierOrder, type MessageItem, type NoteItem, type TimelineItem, type ViewState } from "../../view/state.ts";
import { errorText } from "../error-text.ts";
import { noteText } from "./rows.ts";

/** Of more sentences at once nobody hears the first. */
const maxAtOnce = 12;

/** By then a line was spoken; left there, whoever reads on by arrow keys would come upon everything twice. */
const spokenMs = 10_000;

interface Spoken extends Cut {
  text: string;
}

/** Puts whole sentences into a polite live region: never tokens, never what was there before the panel opened. */
export class Announcer {
  readonly #spoken = new Map<string, Spoken>();
  #isStarted = false;

  /** Speaks what is new in the view. */
  update(state: ViewState, locale: Locale, region: Element): void {
    if (state.phase.type !== "ready") return;
    for (const item of state.items) {
      // The sentence that hands over is still to come; together they tell it once.
      if (this.#isStarted && item.kind === "escalation" && !item.isTold && state.turn !== "none") continue;
      const sentences = this.#take(item, locale);
      // What came while the chat was closed is told beside the launcher.
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
    // A file is told by its name; there is always a sentence for it.
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
    return `${told}${say("ticket", { n: item.ticketNumber })} ${say("escalatedHint")}`;
  }
  return item.kind === "error" ? errorText(item.code, locale) : noteText((item satisfies NoteItem).note, locale);
}

/** All at once: each change of the region costs by itself. */
function append(region: Element, sentences: readonly string[]): void {
  const lines = sentences.map((textContent) => Object.assign(document.createElement("p"), { textContent }));
  region.append(...lines);
  setTimeout(() => {
    for (const line of lines) line.remove();
  }, spokenMs);
}
