import type { ContextRecord } from "../../../../protocol/context-record.ts";
import type {
  ContextPreview,
  ContextPreviewRequest,
  CopilotPreferences,
  Stance,
} from "../../../../protocol/copilot-preferences.ts";
import type { Ask } from "../../ui/api-call.ts";
import type { MessagePlace } from "../copilot-calls.ts";

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
