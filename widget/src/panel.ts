import type { StreamRequest } from "../../protocol/requests.ts";
import { ChatClient } from "./client/chat-client.ts";
import type { VisitorInfo } from "./client/session.ts";
import "./elements/chat/chat.ts";
import type { ChatComponent } from "./elements/chat/chat.component.ts";
import { createLocale } from "./i18n/locale.ts";
import type { Panel, PanelOptions } from "./panel-contract.ts";
import { applyTheme } from "./theme/apply-theme.ts";
import { tellPage } from "./view/tell-page.ts";

/** As the server takes it. */
const maxLocaleChars = 35;

/** Adds a closed panel to the page. Nothing is sent or stored before it is opened. */
export function mountPanel(options: PanelOptions): Panel {
  const locale = createLocale(options.languages);
  const client = new ChatClient({
    apiUrl: options.apiUrl,
    tenantId: options.tenantId,
    // What the visitor reads, whether or not the widget's own texts are in it.
    locale: navigator.language?.slice(0, maxLocaleChars) || locale.tag,
    visitor: options.visitor,
    page: options.page satisfies () => StreamRequest["page"],
  });
  const element = document.createElement("parley-chat") as ChatComponent;
  element.client = client;
  element.locale = locale;
  element.hidden = true;
  element.addEventListener("parley-dismiss", () => options.onDismiss());
  applyTheme(element, null, options.look);
  client.subscribe((state) => applyTheme(element, state.theme, options.look));
  client.subscribe(tellPage(client.state, options.onEvent));
  document.body.append(element);
  return {
    open(question) {
      element.hidden = false;
      client.show(true);
      if (question !== undefined && question.trim() !== "") element.ask(question.trim());
      void element.updateComplete.then(() => element.focus());
    },
    close() {
      element.hidden = true;
      client.show(false);
    },
    identify: (visitor: VisitorInfo) => client.identify(visitor),
    shutdown() {
      client.close(true);
      element.remove();
    },
  };
}
