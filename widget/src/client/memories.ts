import type { MemoryOrigin, MemoryType, VisitorMemory } from "../../../protocol/memories.ts";
import { isRecord } from "../../../ui/events/shapes.ts";
import { ApiError, type ChatPath } from "./api.ts";
import type { ChatClient } from "./chat-client.ts";

/** Whose memories they are. */
export type Remembered = Pick<ChatClient, "access" | "start">;

/** As the server takes it; a test compares the two. */
export const maxMemoryChars = 300;

/** In the order in which they are shown. */
export const memoryTypes: readonly MemoryType[] = ["fact", "preference", "entity", "procedure"];

/** A line that gives nothing for so long is lost. */
const limitMs = 15_000;

export interface Memories {
  /** False: nothing new is remembered, and nothing of this is used. */
  isEnabled: boolean;
  items: VisitorMemory[];
}

/** What became of a change. `changed` and `gone`: of what this page shows, somebody has made something else in the meantime. */
export type Corrected =
  | { type: "saved"; item: VisitorMemory }
  | { type: "changed"; item: VisitorMemory }
  | { type: "gone" | "never" | "same" };
export type Erased = Exclude<Corrected, { type: "saved" | "never" | "same" }>;

/** Everything that is remembered of the visitor. @throws ApiError, or a DOMException when the line gives nothing. */
export async function listMemories(client: Remembered): Promise<Memories> {
  const answer = await call(client, { method: "GET", path: "memories" });
  if (!isRecord(answer) || !Array.isArray(answer["items"])) throw new ApiError("internal", 500);
  return { isEnabled: answer["is_enabled"] !== false, items: answer["items"].filter(isMemory) };
}

/**
 * Puts other words in the place of what is shown, unless that was changed since it was read here, in another tab or by an agent.
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

/** Erases what is shown, unless it was changed since. @throws as `listMemories`. */
export async function eraseMemory(client: Remembered, shown: VisitorMemory): Promise<Erased> {
  const moved = await movedOn(client, shown);
  if (moved) return moved;
  await call(client, { method: "DELETE", path: `memories/${encodeURIComponent(shown.id)}` }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });
  return { type: "gone" };
}

/** Erases everything. @throws as `listMemories`. */
export async function eraseMemories(client: Remembered): Promise<void> {
  await call(client, { method: "DELETE", path: "memories" });
}

/** What became of a memory since it was shown; nothing if it is as it was. */
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
    // The session goes on with a token of its own, for the next try.
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
