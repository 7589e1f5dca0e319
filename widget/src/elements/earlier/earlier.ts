import { html, LitElement, nothing } from "lit";
import { isHistoryResponse } from "../../../../ui/events/shapes.ts";
import { ApiError } from "../../client/api.ts";
import type { ChatClient } from "../../client/chat-client.ts";
import type { Locale } from "../../i18n/locale.ts";
import { parts } from "../../panel/parts.ts";
import { baseStyles } from "../../theme/base.styles.ts";
import { fromHistory } from "../../view/reduce.ts";
import { earlierOrder } from "../../view/state.ts";
import { define } from "../element.ts";
import { earlierStyles } from "./earlier.styles.ts";

/**
 * Loads the messages before the visible ones. Belongs at the top of a scrolling log (`.log` of the panel).
 *
 * Properties: `client`, `locale`, `cursor` of the messages before.
 */
class EarlierComponent extends LitElement {
  static override styles = [baseStyles, earlierStyles];
  static override properties = {
    client: { attribute: false },
    locale: { attribute: false },
    cursor: { attribute: false },
    _state: { state: true },
  };

  declare private _state: "loading" | "failed" | undefined;

  declare client: Pick<ChatClient, "access" | "update">;
  declare locale: Locale;
  declare cursor: string;

  /** Keeps the visible messages in position while the log grows above them. */
  #show = async (): Promise<void> => {
    const log = this.#logAround();
    const fromEnd = log ? log.scrollHeight - log.scrollTop : 0;
    this._state = "loading";
    this._state = await this.#fetch().then(
      () => undefined,
      () => "failed" as const,
    );
    requestAnimationFrame(() => {
      if (log) log.scrollTop = log.scrollHeight - fromEnd;
    });
  };

  async #fetch(): Promise<void> {
    const { client, cursor } = this;
    const { ask } = await parts.stream.load();
    const page = await ask(client.access, `history?before=${cursor}`);
    if (!isHistoryResponse(page)) throw new ApiError("internal", 500);
    const items = page.messages.map((message) => fromHistory(message, earlierOrder));
    client.update((state) =>
      // Meanwhile another ticket may be open.
      state.earlier === cursor ? { ...state, items: [...items, ...state.items], earlier: page.earlier_cursor } : state,
    );
  }

  /** The log is in the panel's shadow tree, this element in the timeline's. */
  #logAround(): Element | null {
    for (let root = this.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode()) {
      const log = root.querySelector(".log");
      if (log) return log;
    }
    return null;
  }

  protected override render() {
    return html`<button type="button" ?disabled=${this._state === "loading"} @click=${this.#show}>
        ${this.locale.say("earlierMessages")}
      </button>
      ${this._state === "failed" ? html`<p role="alert">${this.locale.say("errorBusy")}</p>` : nothing}`;
  }
}

define("parley-earlier", EarlierComponent);
