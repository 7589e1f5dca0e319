import { html, nothing, type TemplateResult } from "lit";
import type { ChatClient } from "../../client/chat-client.ts";
import type { Locale } from "../../i18n/locale.ts";
import { parts } from "../../panel/parts.ts";
import type { ToolNews } from "../../view/state.ts";

/** Running and finished tool calls; the code loads with the first one. @param client present where a change may wait for approval. */
export function renderTools(
  news: readonly ToolNews[] | undefined,
  locale: Locale,
  client?: ChatClient,
): TemplateResult | typeof nothing {
  if (!news?.length) return nothing;
  void parts.tools.load();
  return html`<parley-tools exportparts="tool, confirmation" .news=${news} .locale=${locale} .client=${client}></parley-tools>`;
}
