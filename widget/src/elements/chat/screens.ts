import { html, type TemplateResult } from "lit";
import type { ChatClient } from "../../client/chat-client.ts";
import type { Locale } from "../../i18n/locale.ts";
import { parts } from "../../panel/parts.ts";
import type { Screen, ViewState } from "../../view/state.ts";
import { renderStarting } from "./notices.ts";

/** Data for rendering a screen. */
export interface ScreenContext {
  client: ChatClient;
  locale: Locale;
  view: ViewState;
  /** Another screen covers it; it keeps its state. */
  isCovered: boolean;
  /** The first screen's code and texts have loaded. */
  hasHome?: boolean | undefined;
}

/** Loads the first screen's texts and code in parallel, also before it is known whether the screen is needed. */
export function loadHome(locale: Locale): Promise<unknown> {
  return Promise.all([locale.learn(), parts.home.load()]);
}

/** The element of a screen. The code loads with its part. */
export function renderScreen(
  screen: Screen,
  { client, locale, view, isCovered, hasHome }: ScreenContext,
): TemplateResult {
  switch (screen.name) {
    case "home":
      if (!hasHome) return renderStarting(locale);
      void locale.learn().then(() => parts.conversations.load());
      return html`<parley-home
        class="screen"
        ?hidden=${isCovered}
        .client=${client}
        .locale=${locale}
        .view=${view}
      ></parley-home>`;
    case "conversations":
      void locale.learn().then(() => parts.conversations.load());
      return html`<parley-conversations class="screen" ?hidden=${isCovered} .client=${client} .locale=${locale}></parley-conversations>`;
    case "memories":
      void locale.learn().then(() => parts.memories.load());
      return html`<parley-memories class="screen" ?hidden=${isCovered} .client=${client} .locale=${locale}></parley-memories>`;
    case "article":
      void locale.learn().then(() => parts.article.load());
      return html`<parley-article
        class="screen"
        ?hidden=${isCovered}
        .client=${client}
        .locale=${locale}
        .screen=${screen}
      ></parley-article>`;
    default:
      return screen satisfies never;
  }
}

/** The options after a conversation has ended. */
export function renderAfter({ client, locale }: Pick<ScreenContext, "client" | "locale">): TemplateResult {
  void locale.learn().then(() => parts.after.load());
  return html`<parley-after exportparts="after" .client=${client} .locale=${locale}></parley-after>`;
}
