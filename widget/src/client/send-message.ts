import type { StreamEvent } from "../../../protocol/events.ts";
import type { ResumeRequest, StreamRequest } from "../../../protocol/requests.ts";
import { type Api, ApiError } from "./api.ts";
import { readEvents } from "./read-events.ts";

/** What a visitor says, under an id that lets it be sent again without being said twice. */
export interface OutgoingMessage {
  message_id: string;
  content: string;
  /** Ids of files that were sent before. */
  attachments?: string[] | undefined;
  page?: StreamRequest["page"];
}

export interface SendCall {
  api: Api;
  token: string;
  signal: AbortSignal;
  /** True for what was not known. */
  onEvent: (event: StreamEvent, cursor: string | undefined) => boolean;
}

export interface SendOptions extends SendCall {
  message: OutgoingMessage;
}

/**
 * Sends one message. Resolves when the server has taken it; its turn is read on in the background.
 * If that reading breaks off, nothing is lost: the live feed carries the same events.
 */
export function sendMessage({ message, ...call }: SendOptions): Promise<void> {
  return post("stream", call, message);
}

/** What became of an answer to a clarification: `over` when nobody waits for it any more. */
export type ChoiceOutcome = "sent" | "over" | "expired" | "failed";

/** Answers a clarification with one of its choices, or (null) with none; its turn is read on as a message's is. */
export async function sendChoice(call: SendCall, id: string, choice: string | null): Promise<ChoiceOutcome> {
  const answer: ResumeRequest = { clarification_id: id, ...(choice === null ? { cancel: true } : { choice }) };
  try {
    await post("resume", call, answer);
    return "sent";
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 401) return "expired";
    return status === 404 || status === 409 ? "over" : "failed";
  }
}

/** Sends what a turn follows from. Resolves when the server has taken it. @throws ApiError. */
export async function post(path: string, { api, token, signal, onEvent }: SendCall, body: object): Promise<void> {
  const response = await api.post(path, { token, body, headers: { Accept: "text/event-stream" }, signal });
  if (!response.body) return;
  // Once the live feed was faster it carries the rest: a long answer need not be read twice.
  const take = (event: StreamEvent, cursor: string | undefined) => onEvent(event, cursor) || event.type !== "token";
  readEvents(response.body, take).catch(() => undefined);
}
