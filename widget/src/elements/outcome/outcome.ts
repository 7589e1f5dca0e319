import { html, LitElement } from "lit";
import type { Locale } from "../../i18n/locale.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import type { MessageItem } from "../../view/state.ts";
import { define, emit } from "../element.ts";
import { outcomeStyles } from "./outcome.styles.ts";

/**
 * What came of an answer that the visitor reported as wrong, with a button that asks the question again.
 *
 * Properties: `item` (a message with `report`), `locale`.
 * Events: `parley-ask` with `{content}`.
 */
class OutcomeComponent extends LitElement {
  static override styles = [baseStyles, outcomeStyles];
  static override properties = { item: { attribute: false }, locale: { attribute: false } };

  declare item: MessageItem;
  declare locale: Locale;

  /** The quoted question may be in another direction than the sentence around it. */
  #renderSentence(sentence: string, question: string) {
    const at = question === "" ? -1 : sentence.indexOf(question);
    if (at < 0) return sentence;
    return html`${sentence.slice(0, at)}<bdi>${question}</bdi>${sentence.slice(at + question.length)}`;
  }

  protected override render() {
    const { content, report, createdAt } = this.item;
    const { say, time } = this.locale;
    return html`<div class="outcome edged">
      <p dir="auto">${this.#renderSentence(content, report?.question ?? "")}</p>
      <p class="foot">
        ${
          report?.outcome === "corrected"
            ? html`<button class="text-button" type="button" @click=${() => emit(this, "parley-ask", { content: report.question })}>
                ${say("askAgain")}
              </button>`
            : html`<span>${say("agent")}</span>`
        }
        <time datetime=${createdAt}>${time(createdAt)}</time>
      </p>
    </div>`;
  }
}

define("parley-outcome", OutcomeComponent);
