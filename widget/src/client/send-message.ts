import type { StreamEvent } from "../../../protocol/events.ts";
import type { StreamRequest } from "../../../protocol/requests.ts";
import type { Api } from "./api.ts";
import { readEvents } from "./read-events.ts";

/** What a visitor says, under an id that lets it be sent again without being said twice. */
export interface OutgoingMessage {
  message_id: string;
  content: string;
  page?: StreamRequest["page"];
}

export interface SendOptions {
  api: Api;
  token: string;
  message: OutgoingMessage;
  signal: AbortSignal;
  onEvent: (event: StreamEvent, cursor: string | undefined) => void;
}

/**
 * Sends one message. Resolves when the server has taken it; its turn is read on in the background.
 * If that reading breaks off, nothing is lost: the live feed carries the same events.
 */
export async function sendMessage({ api, token, message, signal, onEvent }: SendOptions): Promise<void> {
  const response = await api.post("stream", {
    token,
    body: message,
    headers: { Accept: "text/event-stream" },
    signal,
  });
  if (!response.body) return;
  readEvents(response.body, { onEvent }).catch(() => undefined);
}
