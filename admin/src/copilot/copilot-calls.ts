import type { ContextRecord } from "../../../protocol/context-record.ts";
import type { BranchComparison, BranchRequest, BranchTree, MergeRequest } from "../../../protocol/copilot-branches.ts";
import type {
  ContextPreview,
  ContextPreviewRequest,
  CopilotPreferences,
  Stance,
} from "../../../protocol/copilot-preferences.ts";
import type {
  CopilotAnswer,
  CopilotConversation,
  CopilotList,
  CopilotMenu,
  CopilotSend,
  CopilotTalk,
  JudgementRequest,
} from "../../../protocol/copilot-talk.ts";
import { type Ask, queryString } from "../ui/api-call.ts";

/** A message of the copilot in its conversation. */
export interface MessagePlace {
  conversationId: string;
  messageId: string;
}

/** The calls of the copilot; they come with its page. */
export function copilotCalls(admin: Ask) {
  const one = (id: string) => `/copilot/conversations/${encodeURIComponent(id)}`;
  const message = ({ conversationId, messageId }: MessagePlace) =>
    `${one(conversationId)}/messages/${encodeURIComponent(messageId)}`;
  return {
    menu: (signal?: AbortSignal) => admin<CopilotMenu>("/copilot/menu", { signal }),
    list: (query: { q?: string; archived?: "true"; cursor?: string }, signal?: AbortSignal) =>
      admin<CopilotList>(`/copilot/conversations${queryString(query)}`, { signal }),
    begin: (body: { ticket_id?: string; message: CopilotSend }) =>
      admin<CopilotTalk>("/copilot/conversations", { method: "POST", body }),
    read: (id: string, signal?: AbortSignal) => admin<CopilotTalk>(one(id), { signal }),
    change: (id: string, body: { title?: string; is_archived?: boolean; is_closed?: boolean }) =>
      admin<CopilotConversation>(one(id), { method: "PATCH", body }),
    erase: (id: string, query: { branches?: "erase" } = {}) =>
      admin<unknown>(`${one(id)}${queryString(query)}`, { method: "DELETE" }),
    fork: (place: MessagePlace, body: BranchRequest) =>
      admin<CopilotTalk>(`${message(place)}/branches`, { method: "POST", body }),
    tree: (id: string, signal?: AbortSignal) => admin<BranchTree>(`${one(id)}/tree`, { signal }),
    compare: (id: string, other: string, signal?: AbortSignal) =>
      admin<BranchComparison>(`${one(id)}/comparison${queryString({ with: other })}`, { signal }),
    bringBack: (id: string, body: MergeRequest) => admin<CopilotTalk>(`${one(id)}/merges`, { method: "POST", body }),
    send: (id: string, body: CopilotSend) => admin<CopilotTalk>(`${one(id)}/messages`, { method: "POST", body }),
    answer: (place: MessagePlace, body: { question_id: string; answer: CopilotAnswer }) =>
      admin<CopilotTalk>(`${message(place)}/answer`, { method: "POST", body }),
    cancel: (place: MessagePlace) => admin<CopilotTalk>(`${message(place)}/cancel`, { method: "POST", body: {} }),
    retry: (place: MessagePlace) => admin<CopilotTalk>(`${message(place)}/retry`, { method: "POST", body: {} }),
    judge: (place: MessagePlace, finding: string, body: JudgementRequest) =>
      admin<CopilotTalk>(`${message(place)}/findings/${encodeURIComponent(finding)}`, { method: "PATCH", body }),
  };
}

export type CopilotCalls = ReturnType<typeof copilotCalls>;

/** What goes into a message of the copilot, and what it has learned of oneself. */
export function contextCalls(admin: Ask) {
  const preferences = "/copilot/preferences";
  const one = (documentId: string) => `${preferences}/${encodeURIComponent(documentId)}`;
  return {
    preview: (body: ContextPreviewRequest, signal?: AbortSignal) =>
      admin<ContextPreview>("/copilot/context", { method: "POST", body, signal }),
    read: ({ conversationId, messageId }: MessagePlace, signal?: AbortSignal) =>
      admin<{ context: ContextRecord | null }>(
        `/copilot/conversations/${encodeURIComponent(conversationId)}/messages/${encodeURIComponent(messageId)}/context`,
        { signal },
      ),
    preferences: (signal?: AbortSignal) => admin<CopilotPreferences>(preferences, { signal }),
    set: (documentId: string, stance: Stance) =>
      admin<CopilotPreferences>(one(documentId), { method: "PATCH", body: { stance } }),
    reset: (documentId: string) => admin<CopilotPreferences>(one(documentId), { method: "DELETE" }),
    resetAll: () => admin<CopilotPreferences>(preferences, { method: "DELETE" }),
    dismiss: (documentId: string, messageId: string) =>
      admin<CopilotPreferences>(`${one(documentId)}/dismissals`, { method: "POST", body: { message_id: messageId } }),
  };
}
