import {
  html,
  LitElement,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from "lit";
import type { ChatClient } from "../../client/chat-client.ts";
import type { Locale } from "../../i18n/locale.ts";
import { age } from "../../i18n/relative-time.ts";
import { loadTexts, type Texts } from "../../i18n/texts.ts";
import { Part } from "../../panel/part.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import type { ToolNews } from "../../view/state.ts";
import { type Activity, type ToolEntry, toolEntries } from "../../view/tool-entries.ts";
import { define } from "../element.ts";
import { icon } from "../icons.ts";
import { activityIcon, busy } from "./activity-icons.ts";
import { busyStyles } from "./busy.styles.ts";
import { toolsStyles } from "./tools.styles.ts";
import "../clarification/clarification.ts";
import "../confirmation/confirmation.ts";

const foldIcon = icon("M6 9l6 6 6-6", 16);

/** Longest result that is shown completely; of a longer one only the beginning is shown at first. */
const shortChars = 180;
const shortLines = 3;

/**
 * Running and finished tool calls, one card per call and one line per look-up, and changes that wait for approval.
 *
 * Properties: `news`, `locale`, `client` (absent for a stored message, where nothing can be decided).
 * Parts: `tool`, `confirmation`.
 */
class ToolsComponent extends LitElement {
  static override styles = [baseStyles, busyStyles, toolsStyles];
  static override properties = {
    news: { attribute: false },
    locale: { attribute: false },
    client: { attribute: false },
    _open: { state: true },
  };

  #words = new WordsOfTools(this);

  /** Ids of the calls with a long result that is shown completely. */
  declare private _open: ReadonlySet<string>;

  declare news: readonly ToolNews[];
  declare locale: Locale;
  declare client: ChatClient | undefined;

  constructor() {
    super();
    this._open = new Set();
  }

  #toggle(id: string): void {
    const next = new Set(this._open);
    if (!next.delete(id)) next.add(id);
    this._open = next;
  }

  #renderPlace({ connection, status, at }: Activity) {
    return html`<p class="place">
      <bdi>${connection}</bdi>${
        status === "running" || at === ""
          ? nothing
          : html` · <time datetime=${at} title=${this.locale.moment(at)}>${age(at, this.locale)}</time>`
      }
    </p>`;
  }

  #renderContent(id: string, content: string, words: Texts["tools"]) {
    if (content === "") return nothing;
    const isLong = content.length > shortChars || content.split("\n").length > shortLines;
    const isOpen = !isLong || this._open.has(id);
    return html`<p class="content ${isOpen ? "" : "cut"}" id=${`content-${id}`} dir="auto">${content}</p>
      ${
        isLong
          ? html`<button
              class="text-button"
              type="button"
              aria-expanded=${isOpen}
              aria-controls=${`content-${id}`}
              @click=${() => this.#toggle(id)}
            >
              ${isOpen ? words.less : words.more}
            </button>`
          : nothing
      }`;
  }

  /** A look-up that worked is one line; the visitor can open its result. */
  #renderLookUp(id: string, activity: Activity): TemplateResult {
    const { title, connection, content, at } = activity;
    const isOpen = this._open.has(id);
    return html`<section class="call line" part="tool" role="group" aria-label=${[title, connection].filter(Boolean).join(", ")}>
      <button
        type="button"
        aria-expanded=${isOpen}
        aria-controls=${`content-${id}`}
        title=${this.locale.moment(at)}
        @click=${() => this.#toggle(id)}
      >
        <span class="sign">${activityIcon("completed")}</span>
        <span class="short"><bdi class="title">${title}</bdi> <span class="place"><bdi>${connection}</bdi> · ${age(at, this.locale)}</span></span>
        <span class="way">${foldIcon}</span>
      </button>
      <p class="content" id=${`content-${id}`} dir="auto" ?hidden=${!isOpen}>${content}</p>
    </section>`;
  }

  #renderActivity(id: string, activity: Activity, words: Texts["tools"]): TemplateResult {
    const { status, title, connection, content, kind } = activity;
    if (kind === "read" && status === "completed" && content !== "" && title !== "")
      return this.#renderLookUp(id, activity);
    const isRunning = status === "running";
    // The tool's own sentence about a conflict says more than ours.
    const isSaid = status === "completed" || (status === "conflict" && content !== "");
    const said = isRunning ? words.working : isSaid ? "" : (words[status] ?? "");
    return html`<section class="call ${status}" part="tool" role="group" aria-label=${[title, connection].filter(Boolean).join(", ")} aria-busy=${isRunning}>
      <span class="sign">
        ${isRunning ? busy : activityIcon(status)}
      </span>
      <div>
        ${title === "" ? nothing : html`<p class="title" dir="auto">${title}</p>`}
        ${connection === "" ? nothing : this.#renderPlace(activity)} ${said ? html`<p class="said">${said}</p>` : nothing}
        ${this.#renderContent(id, content, words)}
      </div>
    </section>`;
  }

  #renderEntry(entry: ToolEntry, words: Texts["tools"]) {
    const { id, activity, confirmation } = entry;
    const isOver = activity !== undefined && activity.status !== "running";
    if (confirmation && !isOver)
      return html`<parley-confirmation
        exportparts="confirmation"
        .entry=${entry}
        .words=${words}
        .locale=${this.locale}
        .client=${this.client}
      ></parley-confirmation>`;
    return activity ? this.#renderActivity(id, activity, words) : nothing;
  }

  protected override render() {
    const { words } = this.#words;
    if (!words) return nothing;
    return toolEntries(this.news).map((entry) => this.#renderEntry(entry, words));
  }
}

const textFiles = import.meta.glob<Pick<Texts, "tools">>("./*.json", { base: "../../i18n/languages", query: "?tools" });

/** Loads the texts about tools for an element and updates the element afterwards. */
class WordsOfTools implements ReactiveController {
  readonly #host: ReactiveControllerHost & { locale: Locale };
  /** Undefined until loaded. */
  words: Texts["tools"] | undefined;

  constructor(host: ReactiveControllerHost & { locale: Locale }) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    if (this.words) return;
    // The locale is set in the same task as the element is added to the page, possibly after it.
    queueMicrotask(async () => {
      this.words = (await new Part(() => loadTexts(textFiles, this.#host.locale.tag)).load()).tools;
      this.#host.requestUpdate();
    });
  }
}

define("parley-tools", ToolsComponent);
