import type { Attachment } from "../../../protocol/attachments.ts";
import type { StreamEvent } from "../../../protocol/events.ts";
import type { InitResponse, ResumeRequest, StreamRequest } from "../../../protocol/requests.ts";
import { isInitResponse } from "../../../ui/events/shapes.ts";
import { findMessage } from "../view/items.ts";
import { choiceFailed } from "../view/resync.ts";
import type { ViewStore } from "../view/view-store.ts";
import { type Api, ApiError, type ChatPath } from "./api.ts";
import { readEvents } from "./read-events.ts";

/** A visitor's message. Its id allows a retry without a duplicate. */
export interface OutgoingMessage {
  message_id: string;
  content: string;
  /** Ids of files that were uploaded before. */
  attachments?: string[] | undefined;
  page?: StreamRequest["page"];
}

export interface SendCall {
  api: Api;
  token: string;
  signal: AbortSignal;
  /** Returns true for a new event. */
  onEvent: (event: StreamEvent, cursor: string | undefined) => boolean;
}

export interface SendOptions extends SendCall {
  message: OutgoingMessage;
}

/**
 * What the server gets of a message, once its files have come; undefined for one that is gone. @throws ApiError when a file failed.
 * @param uploads of messages whose files are on their way
 */
export async function toOutgoing(
  view: ViewStore,
  id: string,
  uploads: Map<string, () => Promise<Attachment[]>>,
): Promise<OutgoingMessage | undefined> {
  const files = uploads.get(id);
  if (files) {
    view.dispatch({ type: "uploaded", id, attachments: await files() });
    uploads.delete(id);
  }
  const message = findMessage(view.state, id);
  if (!message) return undefined;
  return { message_id: id, content: message.content, attachments: message.attachments?.map((file) => file.id) };
}

/**
 * Sends one message. Resolves when the server has accepted it; the events of its turn are read in the background. If that connection
 * breaks, nothing is lost: the live feed delivers the same events.
 */
export function sendMessage({ message, ...call }: SendOptions): Promise<void> {
  return post("stream", call, message);
}

/** Result of an answer to a clarification. `over`: the clarification is no longer open. */
type ChoiceOutcome = "sent" | "over" | "expired" | "failed";

/** Answers a clarification with one of its choices, or (null) with none. The events of its turn are read, as for a message. */
async function sendChoice(call: SendCall, id: string, choice: string | null): Promise<ChoiceOutcome> {
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

/** Sends a request that starts a turn. Resolves when the server has accepted it. @throws ApiError. */
export async function post(
  path: ChatPath<"POST">,
  { api, token, signal, onEvent }: SendCall,
  body: object,
): Promise<void> {
  const response = await api.post(path, { token, body, headers: { Accept: "text/event-stream" }, signal });
  if (!response.body) return;
  // When the live feed is faster, it delivers the rest: a long answer need not be read twice.
  const take = (event: StreamEvent, cursor: string | undefined) => onEvent(event, cursor) || event.type !== "token";
  readEvents(response.body, take).catch(() => undefined);
}

/** A request of a session; with a body it is a POST. */
export type Asked = [path: Parameters<Api["get"]>[0]] | [path: ChatPath<"POST">, body: object];

/** Sends a request of a session: a POST when there is a body. @throws ApiError. */
export async function ask(call: SendCall, ...asked: Asked): Promise<unknown>;
export async function ask({ api, token, signal }: SendCall, path: string, body?: object): Promise<unknown> {
  const call = { token, body, signal };
  const response = await (body ? api.post(path as ChatPath<"POST">, call) : api.get(path as ChatPath<"GET">, call)); // as the signatures say;
  return response.json().catch(() => undefined);
}

/** Opens a session for another ticket of the same visitor, or for a new one when no id is given. @throws ApiError. */
export async function openTicket(
  call: SendCall,
  { id, page }: { id: string | undefined; page: StreamRequest["page"] },
): Promise<InitResponse> {
  const answer = id === undefined ? await ask(call, "tickets", { page }) : await ask(call, `tickets/${id}/open`, {});
  if (!isInitResponse(answer)) throw new ApiError("internal", 500);
  return answer;
}

/** Answers the clarification that the view shows. True when the session has expired. */
export async function choose(view: ViewStore, access: SendCall, choice: string | null): Promise<boolean> {
  const asked = view.state.clarification;
  if (asked?.state !== "open") return false;
  view.dispatch({ type: "chosen", choice });
  const outcome = await sendChoice(access, asked.clarification_id, choice);
  if (outcome === "expired") return true;
  if (outcome !== "sent") view.update((state) => choiceFailed(state, outcome === "over"));
  return false;
}
