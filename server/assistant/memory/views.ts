import type { Memory, VisitorMemory } from "../../../protocol/memories.ts";
import type { MemoryRow } from "../store/memories.ts";

export function toVisitorMemory(row: MemoryRow): VisitorMemory {
  return {
    id: row.id,
    type: row.type,
    content: row.content,
    origin: row.origin,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function toMemory(row: MemoryRow): Memory {
  const { ticket_id: ticketId, ticket_number: number } = row;
  const ticket = ticketId !== null && number !== null ? { id: ticketId, number } : null;
  return {
    ...toVisitorMemory(row),
    visitor_id: row.visitor_id,
    confidence: Math.round(row.confidence * 1_000) / 1_000,
    source: { ticket, message_id: ticket && row.message_id },
    valid_from: row.valid_from.toISOString(),
    valid_until: row.valid_until?.toISOString() ?? null,
    invalidated_at: row.invalidated_at?.toISOString() ?? null,
    superseded_by: row.superseded_by,
    access_count: row.access_count,
    last_access_at: row.last_access_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    has_vector: row.has_vector,
  };
}
