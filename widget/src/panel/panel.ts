import type { Theme } from "../../../protocol/requests.ts";
import { ChatClient } from "../client/chat-client.ts";
import { currentPage } from "../client/visitor.ts";
import type { ChatComponent } from "../elements/chat/chat.ts";
import { createLocale } from "../i18n/locale.ts";
import { applyTheme } from "../theme/apply-theme.ts";
import { storeAppearance } from "../theme/kept-look.ts";
import { notifyHostPage, titleMark } from "../view/tell-page.ts";
import type { Panel, PanelOptions } from "./contract.ts";
import { PageApi } from "./page-api.ts";
import { parts } from "./parts.ts";
import "../elements/chat/chat.ts";

/** The server's limit. */
const maxLocaleChars = 35;

/** Adds a closed panel to the page. Nothing is sent or stored before it is opened. */
export async function mountPanel({ place, inline, ...options }: PanelOptions): Promise<Panel> {
  const locale = await createLocale(options.languages);
  const client = new ChatClient({
    apiUrl: options.apiUrl,
    tenantId: options.tenantId,
    locale: locale.reads.slice(0, maxLocaleChars),
    visitor: {},
    page: () => currentPage(api.page, document.title.replace(titleMark.text, "")),
  });
  const element = (inline ?? document.createElement("parley-chat")) as ChatComponent;
  Object.assign(element, { client, locale, isInline: inline !== undefined, hidden: true });
  const api = new PageApi({
    client,
    element,
    launcher: options.launcher,
    onShutdown: (keeps) => {
      client.close(keeps);
      // The page removes its own element, and may also continue to use it.
      if (keeps && inline) element.hidden = true;
      else element.remove();
      if (!keeps) storeAppearance(options.tenantId);
    },
  });
  followTheme(element, client, options);
  client.subscribe(notifyHostPage(client.state, api.tell));
  // Loaded when the panel is closed during a conversation, so that it is ready for the next answer.
  const stop = client.subscribe(({ shown, isKnown, alerts }) => {
    if (shown && !isKnown && !alerts?.sound) return;
    stop();
    void locale.learn();
    void parts.alerts.load().then(({ attend }) => attend({ ...options, place, client, locale, page: api }));
  });
  if (!inline) place(element);
  // The launcher no longer shows that the panel is loading.
  options.launcher.element.toggleAttribute("ready", true);
  return api;
}

/** Applies the tenant's theme to panel and launcher, and stores it for the next page. */
function followTheme(
  element: HTMLElement,
  client: ChatClient,
  { look, launcher, tenantId }: Pick<PanelOptions, "look" | "launcher" | "tenantId">,
): void {
  let shown: Theme | null = null;
  // Until the server sends the theme, the panel looks like the launcher, which may know the theme from the last visit.
  const { dataset, style } = launcher.element;
  const position = dataset["position"] as Theme["position"]; // the launcher put it there
  applyTheme(element, { accent: style.getPropertyValue("--_accent"), position }, look);
  client.subscribe(({ theme }) => {
    // The view changes with each token, the theme hardly ever.
    if (theme === shown || !theme) return;
    shown = theme;
    applyTheme(element, theme, look);
    launcher.setAppearance(look, theme);
    storeAppearance(tenantId, theme);
  });
}
