import { html, LitElement, nothing, type PropertyValues } from "lit";
import { visibleText } from "../../../../protocol/visible-text.ts";
import { answerConfirmation } from "../../client/answer-confirmation.ts";
import type { ChatClient } from "../../client/chat-client.ts";
import type { Locale } from "../../i18n/locale.ts";
import type { Texts } from "../../i18n/texts.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { exactArguments } from "../../view/exact-arguments.ts";
import type { ToolEntry } from "../../view/tool-entries.ts";
import { define } from "../element.ts";
import { busy } from "../tools/activity-icons.ts";
import { busyStyles } from "../tools/busy.styles.ts";
import { arrive, speak } from "./arrive.ts";
import { confirmationStyles } from "./confirmation.styles.ts";
import { Countdown } from "./countdown.ts";
import { outcomeText, renderValue } from "./render.ts";

/** For this long after the card appears, in ms, a click was meant for the element that was there before. */
const deafForMs = 400;

/**
 * A change that waits for approval: its effect, the exact arguments, the approver and the time limit; later the decision.
 *
 * Properties: `entry` (with a `confirmation`), `words`, `locale`, `client` (absent: read-only).
 * Parts: `confirmation`.
 */
class ConfirmationComponent extends LitElement {
  static override styles = [baseStyles, busyStyles, confirmationStyles];
  static override properties = {
    entry: { attribute: false },
    words: { attribute: false },
    locale: { attribute: false },
    client: { attribute: false },
    _phase: { state: true },
    _isDeaf: { state: true },
  };

  #countdown = new Countdown(this, (name) => this.#say(name));
  /** The decision made here, and its approver. When two approvers follow each other, each one decides separately. */
  #answered: { approved: boolean; for: string } | undefined;
  /** True if the card was shown while the change was pending. Only then can the card tell that the decision came from elsewhere. */
  #hasWaited = false;
  declare private _phase: "open" | "sending" | "taken" | "failed" | "over";
  declare private _isDeaf: boolean;

  declare entry: ToolEntry;
  declare words: Texts["tools"];
  declare locale: Locale;
  declare client: ChatClient | undefined;

  constructor() {
    super();
    this._phase = "open";
    this._isDeaf = true;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("entry")) return;
    const { confirmation, askedAt } = this.entry;
    if (confirmation) this.#countdown.set(confirmation.expires_at, askedAt);
    if (this.#answered && this.#answered.for !== confirmation?.waits_for) {
      this.#answered = undefined;
      this._phase = "open";
    }
  }

  protected override firstUpdated(): void {
    setTimeout(() => {
      this._isDeaf = false;
    }, deafForMs);
    if (this.entry.outcome) return;
    this.#hasWaited = true;
    void arrive(this, this.renderRoot.querySelector("h2")).then((isFocused) => this.#say(isFocused ? "rest" : "all"));
  }

  /** The result is announced once, too. */
  protected override updated(changed: PropertyValues<this>): void {
    const before: ToolEntry | undefined = changed.get("entry");
    if (before && !before.outcome && this.entry.outcome && !this.#answered) speak(this, this.#fate ?? "");
  }

  #say(what: "all" | "rest" | "minute" | "end"): void {
    const { confirmation } = this.entry;
    if (!confirmation || this.#fate !== undefined) return;
    const { words, locale } = this;
    if (what === "end") return speak(this, words.expired);
    const left = this.#countdown.left(locale.tag);
    const time = left && words.left.replace("{time}", left);
    if (what === "minute") return speak(this, `${visibleText(confirmation.action)}: ${time}`);
    const asked =
      what === "all"
        ? `${words.ask} ${visibleText(confirmation.action)}, ${visibleText(confirmation.connection)}.`
        : "";
    const rest = this.#isOurs ? `${time}. ${words.meansNo}` : words.team;
    speak(this, [asked, this.#description, rest].filter(Boolean).join(" "));
  }

  /** Effect of the change; empty when the message before the card already describes it. */
  get #description(): string {
    const description = visibleText(this.entry.confirmation?.description ?? "");
    const said = this.client?.state.items.findLast((item) => item.kind === "message");
    return said?.kind === "message" && said.content.includes(description) ? "" : description;
  }

  /** The change waits for the visitor's decision. */
  get #isOurs(): boolean {
    return this.entry.confirmation?.waits_for === "visitor" && this.client !== undefined;
  }

  /** The result in words; undefined while the change is pending. */
  get #fate(): string | undefined {
    const { outcome, activity } = this.entry;
    if (activity?.status === "running" && !outcome) return this.words.approved;
    if (outcome)
      return outcomeText(outcome, { words: this.words, isOurs: !this.#hasWaited || this.#answered !== undefined });
    if (this._phase === "taken") return this.#answered?.approved ? this.words.approved : this.words.declined;
    if (this._phase === "over") return this.words.over;
    return this.#countdown.isOver ? this.words.expired : undefined;
  }

  async #answer(approved: boolean, { detail }: MouseEvent): Promise<void> {
    const { client, entry } = this;
    // A key press is no accident, because the visitor has moved to the button first.
    const isByMistake = this._isDeaf && detail > 0;
    if (!client || isByMistake || this._phase === "sending") return;
    const answered = { approved, for: entry.confirmation?.waits_for ?? "" };
    this.#answered = answered;
    this._phase = "sending";
    this.renderRoot.querySelector("h2")?.focus({ preventScroll: true });
    const outcome = await answerConfirmation(client, entry.id, approved);
    // Meanwhile the change may wait for another approver.
    if (this.#answered !== answered) return;
    this._phase = outcome;
    if (outcome !== "taken") this.#answered = undefined;
  }

  #renderArguments() {
    const { confirmation } = this.entry;
    const rows = confirmation ? exactArguments(confirmation) : [];
    if (rows.length === 0) return html`<p class="caption">${this.words.nothing}</p>`;
    return html`<table>
      <caption class="caption">${this.words.sends}</caption>
      <tbody>
        ${rows.map(
          (row) => html`<tr>
            <th scope="row" dir="auto">${row.label}</th>
            <td>${renderValue(row, this.words)}</td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  }

  /** @param choices the visitor's options; approval only when the change waits for the visitor. */
  #renderButtons(...choices: ("approve" | "decline")[]) {
    const isBusy = this._phase === "sending" || this._isDeaf;
    // The button stays in the tab order during sending, because a disabled button would lose the focus.
    return html`<p class="buttons">
      ${choices.map(
        (choice) =>
          html`<button class=${choice} type="button" aria-disabled=${isBusy} @click=${(event: MouseEvent) => this.#answer(choice === "approve", event)}>${this.words[choice]}</button>`,
      )}
    </p>`;
  }

  #renderSending() {
    const { _phase: phase, words } = this;
    return html`<p class="status" role="status">
      ${phase === "sending" ? this.locale.say("sending") : phase === "failed" ? words.notSent : nothing}
    </p>`;
  }

  /** The approver and the time limit. */
  #renderWaiting() {
    const { words, locale } = this;
    const left = this.#countdown.left(locale.tag);
    const time = html`<span role="timer">${words.left.replace("{time}", left)}</span>`;
    if (!this.#isOurs)
      return html`<p class="hint team">${busy} <span>${words.team} ${time}</span></p>
        ${this.client ? [this.#renderButtons("decline"), this.#renderSending()] : nothing}`;
    return html`${this.#renderButtons("approve", "decline")} ${this.#renderSending()}
      <p class="hint" id="hint">${time} · ${words.meansNo}</p>`;
  }

  protected override render() {
    const { confirmation, activity } = this.entry;
    if (!confirmation || !this.words) return nothing;
    const { action, connection } = confirmation;
    const description = this.#description;
    const fate = this.#fate;
    const isGood = fate !== undefined && (this.entry.outcome?.outcome === "approved" || activity !== undefined);
    return html`<section part="confirmation" class=${fate === undefined ? "edged" : "edged over"} role="group" aria-labelledby="title">
      <p class="ask">${fate === undefined && this.#isOurs ? this.words.ask : nothing} <bdi class="place">${visibleText(connection)}</bdi></p>
      <h2 id="title" tabindex="-1" dir="auto">${visibleText(action)}</h2>
      ${description === "" ? nothing : html`<p class="description" dir="auto">${description}</p>`}
      ${this.#renderArguments()}
      ${
        fate === undefined
          ? this.#renderWaiting()
          : html`<p class="fate ${isGood ? "good" : ""}" role="status">
              ${this.entry.outcome?.outcome === "approved" ? busy : nothing}
              ${fate}
            </p>`
      }
    </section>`;
  }
}

define("parley-confirmation", ConfirmationComponent);
