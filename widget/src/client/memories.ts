import type { MemoryOrigin, MemoryType, VisitorMemory } from "../../../protocol/memories.ts";
import { isRecord } from "../../../ui/events/shapes.ts";
import { ApiError, type ChatPath } from "./api.ts";
import type { ChatClient } from "./chat-client.ts";

/** Client of the visitor whose memories are read. */
export type Remembered = Pick<ChatClient, "access" | "start">;

/** The server's limit; a test compares the two. */
export const maxMemoryChars = 300;

/** In display order. */
export const memoryTypes: readonly MemoryType[] = ["fact", "preference", "entity", "procedure"];

/** Timeout of a request, in ms. */
const limitMs = 15_000;

export interface Memories {
  /** False: no new memories are stored, and these are not used. */
  isEnabled: boolean;
  items: VisitorMemory[];
}

/** Result of a change. `changed` and `gone`: another tab or an agent changed or erased the shown memory in the meantime. */
export type Corrected =
  | { type: "saved"; item: VisitorMemory }
  | { type: "changed"; item: VisitorMemory }
  | { type: "gone" | "never" | "same" };
export type Erased = Exclude<Corrected, { type: "saved" | "never" | "same" }>;

/** All memories of the visitor. @throws ApiError, or a DOMException after the timeout. */
export async function listMemories(client: Remembered): Promise<Memories> {
  const answer = await call(client, { method: "GET", path: "memories" });
  if (!isRecord(answer) || !Array.isArray(answer["items"])) throw new ApiError("internal", 500);
  return { isEnabled: answer["is_enabled"] !== false, items: answer["items"].filter(isMemory) };
}

/**
 * Replaces the content of the shown memory, unless another tab or an agent changed it since it was read here.
 * @throws as `listMemories`.
 */
export async function correctMemory(client: Remembered, shown: VisitorMemory, content: string): Promise<Corrected> {
  const moved = await movedOn(client, shown);
  if (moved) return moved;
  try {
    const item = await call(client, {
      method: "PATCH",
      path: `memories/${encodeURIComponent(shown.id)}`,
      body: { content },
    });
    if (!isMemory(item)) throw new ApiError("internal", 500);
    return { type: "saved", item };
  } catch (error) {
    const type = error instanceof ApiError ? { 400: "never", 404: "gone", 409: "same" }[error.status] : undefined;
    if (type === "never" || type === "gone" || type === "same") return { type };
    throw error;
  }
}

/** Erases the shown memory, unless it was changed since. @throws as `listMemories`. */
export async function eraseMemory(client: Remembered, shown: VisitorMemory): Promise<Erased> {
  const moved = await movedOn(client, shown);
  if (moved) return moved;
  await call(client, { method: "DELETE", path: `memories/${encodeURIComponent(shown.id)}` }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });
  return { type: "gone" };
}

/** Erases all memories. @throws as `listMemories`. */
export async function eraseMemories(client: Remembered): Promise<void> {
  await call(client, { method: "DELETE", path: "memories" });
}

/** The change of a memory since it was shown; undefined if it is unchanged. */
async function movedOn(client: Remembered, shown: VisitorMemory): Promise<Erased | undefined> {
  const { items } = await listMemories(client);
  const item = items.find(({ id }) => id === shown.id);
  if (!item) return { type: "gone" };
  return item.content === shown.content ? undefined : { type: "changed", item };
}

async function call<M extends "GET" | "PATCH" | "DELETE">(
  client: Remembered,
  { method, path, body }: { method: M; path: ChatPath<M>; body?: object },
): Promise<unknown> {
  const { api, token } = client.access;
  const headers: Record<string, string> = body ? { "Content-Type": "application/json" } : {};
  try {
    const signal = AbortSignal.timeout(limitMs);
    return await (await api.send(path, { token, body, headers, signal }, method)).json();
  } catch (error) {
    // The session restarts with a new token, for the next try.
    if (error instanceof ApiError && error.status === 401) client.start();
    throw error;
  }
}

function isMemory(value: unknown): value is VisitorMemory {
  return (
    isRecord(value) &&
    ["id", "type", "content", "origin", "created_at", "updated_at"].every((name) => typeof value[name] === "string") &&
    memoryTypes.includes(value["type"] as MemoryType) && // only looked for
    (["extracted", "agent", "visitor"] satisfies MemoryOrigin[]).includes(value["origin"] as MemoryOrigin) // only looked for
  );
}
