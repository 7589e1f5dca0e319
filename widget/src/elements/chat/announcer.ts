import type { Locale } from "../../i18n/locale.ts";
import { takeSentences } from "../../view/sentences.ts";
import type { MessageItem, NoteItem, TimelineItem, ViewState } from "../../view/state.ts";
import { errorText } from "../error-text.ts";
import { noteText } from "./note-text.ts";

/** What was spoken long ago need not stay in the live region. */
const maxKept = 12;

interface Spoken {
  text: string;
  end: number;
}

/** Puts whole sentences into a polite live region: never tokens, never what was there before the panel opened. */
export class Announcer {
  readonly #spoken = new Map<string, Spoken>();
  #isStarted = false;

  /** Speaks what is new in the view. */
  update(state: ViewState, locale: Locale, region: Element): void {
    if (state.phase.type !== "ready") return;
    for (const item of state.items) {
      const sentences = this.#take(item, locale);
      if (this.#isStarted) for (const sentence of sentences.slice(-maxKept)) append(region, sentence);
    }
    this.#isStarted = true;
  }

  #take(item: TimelineItem, locale: Locale): string[] {
    if (item.kind === "message") return this.#takeMessage(item, locale);
    if (this.#spoken.has(item.key)) return [];
    const text = textOf(item, locale);
    this.#spoken.set(item.key, { text, end: text.length });
    return [text];
  }

  #takeMessage(item: MessageItem, locale: Locale): string[] {
    if (item.role === "visitor") return [];
    const before = this.#spoken.get(item.key);
    if (before && before.end === item.content.length && before.text === item.content) return [];
    const isContinued = before !== undefined && item.content.startsWith(before.text.slice(0, before.end));
    const from = isContinued ? before.end : 0;
    const { sentences, end } = takeSentences(item.content, from, item.state !== "streaming");
    this.#spoken.set(item.key, { text: item.content, end });
    if (from > 0 || sentences.length === 0) return sentences;
    const name = item.role === "agent" ? (item.agent?.name ?? locale.say("agent")) : locale.say("assistant");
    return [`${name}: ${sentences[0] ?? ""}`, ...sentences.slice(1)];
  }
}

function textOf(item: Exclude<TimelineItem, MessageItem>, locale: Locale): string {
  const { say } = locale;
  if (item.kind === "escalation") {
    return `${say("escalated")} ${say("ticket", { n: item.ticketNumber })} ${say("escalatedHint")}`;
  }
  return item.kind === "error" ? errorText(item.code, locale) : noteText((item satisfies NoteItem).note, locale);
}

function append(region: Element, sentence: string): void {
  const line = region.ownerDocument.createElement("p");
  line.textContent = sentence;
  region.append(line);
  while (region.childElementCount > maxKept) region.firstElementChild?.remove();
}
