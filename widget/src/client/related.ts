import { ApiError } from "./api.ts";
import type { ChatClient } from "./chat-client.ts";

type Caller = Pick<ChatClient, "access" | "start">;

/** Opens a section below an answer; the live feed reports the result. @throws ApiError. */
export function openRelated(client: Caller, opened: { message_id: string; chunk_id: string }): Promise<void> {
  return post(client, "related", { ...opened, client_id: crypto.randomUUID() });
}

/** Reports that a section solved the question. @throws ApiError. */
export function reportSolved(client: Caller, chunk_id: string): Promise<void> {
  return post(client, "solved", { chunk_id });
}

async function post(client: Caller, path: "related" | "solved", body: object): Promise<void> {
  const { api, token, signal } = client.access;
  try {
    await api.post(path, { token, body, signal });
  } catch (error) {
    // The session restarts with a new token, for the next try.
    if (error instanceof ApiError && error.status === 401) client.start();
    throw error;
  }
}
