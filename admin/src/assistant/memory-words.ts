import type { Memory, MemoryType } from "../../../protocol/memories.ts";
import { percent } from "../ui/format.ts";
import { fullTime } from "../ui/time.ts";

export const memoryTypes: Record<MemoryType, string> = {
  fact: "Fact",
  preference: "Preference",
  entity: "Their products",
  procedure: "How they work",
};

const origins: Record<Memory["origin"], string> = {
  extracted: "From a ticket",
  agent: "Added by an agent",
  visitor: "Added by the visitor",
};

/** Where it is from, how sure it is, how long it holds, how often it helped. */
export function memoryFacts(memory: Memory): string {
  const { origin, confidence, valid_until: until, expires_at: forgotten, access_count: used } = memory;
  return [
    origins[origin] ?? origin,
    origin === "extracted" ? `${percent(confidence)} sure` : "",
    used === 0 ? "not used yet" : used === 1 ? "used once" : `used ${used} times`,
    until ? `valid until ${fullTime(until)}` : "",
    forgotten ? `deleted on ${fullTime(forgotten)} unless it is used` : "",
  ]
    .filter(Boolean)
    .join(" · ");
}
