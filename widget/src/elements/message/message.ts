import { html, LitElement, nothing } from "lit";
import type { Citation } from "../../../../protocol/messages.ts";
import type { Caller } from "../../client/answers.ts";
import type { Locale } from "../../i18n/locale.ts";
import { parts } from "../../panel/parts.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import type { MessageItem } from "../../view/state.ts";
import { define, emit } from "../element.ts";
import { errorText } from "../error-text.ts";
import { sparkIcon } from "../icons.ts";
import { initialsOf } from "../initials.ts";
import type { CiteDetail } from "../markdown/markdown.ts";
import { infoIcon } from "../thread-icons.ts";
import { renderTools } from "../tools/render-tools.ts";
import { messageStyles } from "./message.styles.ts";
import "../markdown/markdown.ts";

/**
 * One message of the ticket, whoever said it.
 *
 * Properties: `item`, `locale`, `startsGroup` (shows the name), `endsGroup` (shows the time of a visitor's message), `question` (what an
 * answer that was stopped had been asked), `addedTo` (the number of the conversation that waits for the team), `client`.
 * Events: `parley-cite`, `parley-rate`, `parley-retry` with `{id}`, `parley-ask` with `{content}`.
 * Parts: `message`, `bubble`, `sources`.
 */
class MessageComponent extends LitElement {
  static override styles = [baseStyles, messageStyles];
  static override properties = {
    item: { attribute: false },
    locale: { attribute: false },
    startsGroup: { attribute: false },
    endsGroup: { attribute: false },
    question: {},
    addedTo: { attribute: false },
    client: { attribute: false },
  };

  declare item: MessageItem;
  declare locale: Locale;
  declare startsGroup: boolean;
  declare endsGroup: boolean;
  declare question: string | undefined;
  declare addedTo: number | undefined;
  declare client: Caller | undefined;

  constructor() {
    super();
    this.startsGroup = true;
    this.endsGroup = true;
  }

  #sourceLabel = (citation: Citation): string =>
    this.locale.say("showSource", { n: citation.index, title: citation.title });

  #renderWho() {
    const { say, time } = this.locale;
    const { role, agent, createdAt } = this.item;
    const isAgent = role === "agent";
    if (agent?.avatar_url) void parts.attach.load();
    return html`<p class="who">
      <parley-face class="face ${isAgent ? "person" : ""}" aria-hidden="true" .agent=${agent}>${isAgent ? initialsOf(agent?.name ?? say("agent")) : sparkIcon}</parley-face>
      <b dir="auto">${isAgent ? (agent?.name ?? say("agent")) : say("assistant")}</b>
      <time datetime=${createdAt}>${time(createdAt)}</time>
    </p>`;
  }

  #renderVisitor() {
    const { say, time } = this.locale;
    const { content, state, createdAt, id, failure, isUploading } = this.item;
    const { addedTo } = this;
    const isUnsent = state === "queued" || state === "sending";
    return html`<div class="visitor" part="message">
      <span class="only-spoken">${say("you")}:</span>
      ${this.#renderFiles()}
      ${content === "" ? nothing : html`<p class="bubble edged ${state}" part="bubble">${content}</p>`}
      ${
        state === "failed"
          ? html`<p class="meta failed" role="alert">
              ${say("notSent")} ${failure ? errorText(failure.code, this.locale) : nothing}
              ${
                failure?.retryable
                  ? html`<button class="text-button" type="button" @click=${() => emit(this, "parley-retry", { id })}>
                      ${say("retry")}
                    </button>`
                  : nothing
              }
            </p>`
          : isUnsent
            ? html`<p class="meta">${say(state === "queued" ? "queued" : isUploading ? "uploading" : "sending")}</p>`
            : (this.endsGroup || addedTo) && state !== "held"
              ? html`<p class="meta">${addedTo ? html`${say("addedTo", { n: addedTo })} · ` : nothing}<time datetime=${createdAt}>${time(createdAt)}</time></p>`
              : nothing
      }
    </div>`;
  }

  #renderFiles() {
    const { attachments = [] } = this.item;
    if (attachments.length === 0) return nothing;
    void parts.attach.load();
    return html`<parley-files .files=${attachments} .locale=${this.locale}></parley-files>`;
  }

  #renderSources() {
    const sources = groupSources(this.item.citations);
    if (sources.length === 0) return nothing;
    return html`<ul class="sources" part="sources" aria-label=${this.locale.say("sources")}>
      ${sources.map(
        ({ title, indexes, first }) =>
          html`<li>
            <button
              type="button"
              aria-haspopup="dialog"
              @click=${(event: Event) =>
                emit<CiteDetail>(this, "parley-cite", { citation: first, mark: event.currentTarget as HTMLElement })}
            >
              <span class="indexes">${indexes.join(", ")}</span><span class="title">${title}</span>
            </button>
          </li>`,
      )}
    </ul>`;
  }

  /** A hint in plain words, shown only when the visitor should be careful. */
  #renderHint() {
    const { say } = this.locale;
    const { grade, state } = this.item;
    const hint =
      state === "unverified" || state === "stopped"
        ? state
        : grade?.tier === "low"
          ? "gradeLow"
          : grade?.tier === "medium"
            ? "gradeMedium"
            : undefined;
    if (!hint) return nothing;
    return html`<p class="hint ${grade?.tier ?? ""}">${infoIcon}<span>${say(hint)} ${this.#renderAgain()}</span></p>`;
  }

  /** The server stores nothing of a stopped answer, so it cannot continue it. */
  #renderAgain() {
    const { question } = this;
    if (!question) return nothing;
    return html`<button class="text-button" type="button" @click=${() => emit(this, "parley-ask", { content: question })}>
      ${this.locale.say("askAgain")}
    </button>`;
  }

  /** Only for answers. Messages of the assistant about the ticket itself cannot be rated. */
  #renderActions() {
    const { state, role, grade, citations } = this.item;
    if (state !== "settled" || role !== "assistant" || !(grade || citations[0])) return nothing;
    void parts.actions.load();
    return html`<parley-actions class="actions" .item=${this.item} .locale=${this.locale} .client=${this.client}></parley-actions>`;
  }

  #renderAnswer() {
    const { role, content, state, citations } = this.item;
    return html`<article class=${role} part="message">
      ${this.startsGroup ? this.#renderWho() : nothing} ${renderTools(this.item.tools, this.locale)}
      <div class=${role === "agent" ? "reply edged" : "answer"} ?hidden=${content === ""} part=${role === "agent" ? "bubble" : ""}>
        <parley-markdown
          exportparts="citation-mark"
          .content=${content}
          .streaming=${state === "streaming"}
          .citations=${citations}
          .sourceLabel=${this.#sourceLabel}
          .locale=${this.locale}
        ></parley-markdown>
      </div>
      ${this.#renderFiles()} ${this.#renderHint()} ${this.#renderSources()} ${this.#renderActions()}
    </article>`;
  }

  #renderOutcome() {
    void parts.actions.load();
    return html`<parley-outcome .item=${this.item} .locale=${this.locale}></parley-outcome>`;
  }

  protected override render() {
    switch (this.item.role) {
      case "visitor":
        return this.#renderVisitor();
      case "system":
        if (this.item.report) return this.#renderOutcome();
        return html`<p class="note" part="message" dir="auto">${this.item.content}</p>`;
      default:
        return this.#renderAnswer();
    }
  }
}

interface SourceGroup {
  title: string;
  indexes: number[];
  first: Citation;
}

/** One entry per document, with the numbers of all its quotes. */
function groupSources(citations: readonly Citation[]): SourceGroup[] {
  const groups = new Map<string, SourceGroup>();
  for (const citation of [...citations].sort((a, b) => a.index - b.index)) {
    const key = citation.document_id ?? citation.url ?? citation.title;
    const group = groups.get(key);
    if (group) group.indexes.push(citation.index);
    else groups.set(key, { title: citation.title, indexes: [citation.index], first: citation });
  }
  return [...groups.values()];
}

define("parley-message", MessageComponent);
