import type { Memory, MemoryListResponse } from "../../protocol/memories.ts";
import { type Answer, type Call, ok, refuse } from "./mock-answers.ts";
import { minutesAgo, uuid } from "./mock-data.ts";

/** Memories of every visitor that is requested. */
export function seedMemories(): MemoryListResponse {
  const memory = (nth: number, more: Partial<Memory>): Memory => ({
    id: uuid(6500 + nth),
    visitor_id: uuid(542),
    type: "fact",
    content: "Has two warehouses, in Malmö and Gdańsk",
    origin: "extracted",
    confidence: 0.86,
    source: { ticket: { id: uuid(45), number: 1045 }, message_id: null },
    valid_from: minutesAgo(9_000),
    valid_until: null,
    invalidated_at: null,
    superseded_by: null,
    access_count: 3,
    last_access_at: minutesAgo(400),
    expires_at: null,
    has_vector: true,
    created_at: minutesAgo(9_000),
    updated_at: minutesAgo(9_000),
    ...more,
  });
  return {
    is_enabled: true,
    is_identified: true,
    items: [
      memory(1, {}),
      memory(2, {
        type: "preference",
        content: "Wants to be written to in Swedish",
        origin: "visitor",
        source: { ticket: null, message_id: null },
        access_count: 0,
        confidence: 1,
      }),
    ],
  };
}

/** The routes about memories, over the mock's state. */
export function memoryRoute(state: MemoryListResponse, path: string, call: Call): Answer | null {
  const change = (call.body ?? {}) as Partial<Memory>;
  if (/^\/admin\/visitors\/[^/]+\/memories$/.test(path)) {
    if (call.method === "GET") return ok(state);
    if (call.method === "DELETE") return ok({ erased: state.items.splice(0).length });
    const made = { ...seedMemories().items[1], ...change, origin: "agent", id: uuid(6590) } as Memory;
    state.items.unshift(made);
    return ok(made, 201);
  }
  const id = /^\/admin\/memories\/([^/]+)$/.exec(path)?.[1];
  if (!id) return null;
  const known = state.items.find((each) => each.id === id);
  if (!known) return refuse(404, "not_found");
  if (call.method === "DELETE") state.items = state.items.filter((each) => each.id !== id);
  else Object.assign(known, change, { origin: "agent" });
  return ok(known);
}
