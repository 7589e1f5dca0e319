import type { Settings } from "../../../protocol/admin.ts";
import type { ModelChoices } from "../../../protocol/admin-usage.ts";
import type {
  NewPlaygroundRun,
  PlaygroundAnswer,
  PlaygroundDocuments,
  PlaygroundDraft,
  PlaygroundListed,
  PlaygroundRun,
  PlaygroundSend,
} from "../../../protocol/playground.ts";
import type { Ask } from "../ui/api-call.ts";

/** An answer in its run. */
export interface AnswerPlace {
  runId: string;
  messageId: string;
}

/** What a draft is laid over: the settings, who can write, and the documents with their versions. */
export interface DraftBase {
  settings: Pick<Settings, "guidance" | "tone" | "threshold" | "models">;
  choices: ModelChoices;
  documents: PlaygroundDocuments["items"];
}

/** The calls of the playground; they come with its page. */
export function playgroundCalls(admin: Ask) {
  const base = "/playground/runs";
  const one = (id: string) => `${base}/${encodeURIComponent(id)}`;
  const message = ({ runId, messageId }: AnswerPlace) => `${one(runId)}/messages/${encodeURIComponent(messageId)}`;
  return {
    list: (signal?: AbortSignal) => admin<{ items: PlaygroundListed[] }>(base, { signal }),
    begin: (body: NewPlaygroundRun) => admin<PlaygroundRun>(base, { method: "POST", body }),
    read: (id: string, signal?: AbortSignal) => admin<PlaygroundRun>(one(id), { signal }),
    change: (id: string, body: { title?: string; draft?: PlaygroundDraft }) =>
      admin<PlaygroundRun>(one(id), { method: "PATCH", body }),
    erase: (id: string) => admin<unknown>(one(id), { method: "DELETE" }),
    send: (id: string, body: PlaygroundSend) => admin<PlaygroundRun>(`${one(id)}/messages`, { method: "POST", body }),
    answer: (place: AnswerPlace, signal?: AbortSignal) => admin<PlaygroundAnswer>(message(place), { signal }),
    cancel: (place: AnswerPlace) => admin<PlaygroundRun>(`${message(place)}/cancel`, { method: "POST", body: {} }),
    async base(signal?: AbortSignal): Promise<DraftBase> {
      const [settings, choices, { items: documents }] = await Promise.all([
        admin<Settings>("/settings", { signal }),
        admin<ModelChoices>("/model-choices", { signal }),
        admin<PlaygroundDocuments>("/playground/documents", { signal }),
      ]);
      return { settings, choices, documents };
    },
  };
}
