import type {
  MessageTranslation,
  Recap,
  TicketAids,
  TranslatedText,
  TranslateMessageRequest,
  TranslateTextRequest,
} from "../../../../protocol/admin-aids.ts";
import type { CheckedAnswer, CheckRequest } from "../../../../protocol/admin-check.ts";
import type { Ask } from "../../ui/api-call.ts";
import { queryString } from "../../ui/query-string.ts";

/** A model may read many passages. */
const aidTimeoutMs = 60_000;

/** The calls that help an agent who answers; they come with the thread. */
export function aidCalls(admin: Ask) {
  const ticket = (id: string) => `/tickets/${encodeURIComponent(id)}`;
  const post = { method: "POST", timeoutMs: aidTimeoutMs } as const;
  return {
    check: (id: string, body: CheckRequest, signal?: AbortSignal) =>
      admin<CheckedAnswer>(`${ticket(id)}/check`, { ...post, body, signal }),
    aids: (id: string, language: string) => admin<TicketAids>(`${ticket(id)}/aids${queryString({ language })}`),
    translateMessage: (id: string, body: TranslateMessageRequest) =>
      admin<MessageTranslation>(`${ticket(id)}/translations`, { ...post, body }),
    translateText: (id: string, body: TranslateTextRequest) =>
      admin<TranslatedText>(`${ticket(id)}/translate`, { ...post, body }),
    recap: (id: string, language: string) => admin<Recap>(`${ticket(id)}/recap`, { ...post, body: { language } }),
  };
}

export type AidCalls = ReturnType<typeof aidCalls>;
