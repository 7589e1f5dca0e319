import type { HistoryMessage } from "../../../server/assistant/ports.ts";

/** A set's conversation in the words of the product. */
export function visitorHistory(history: { role: "user" | "assistant"; content: string }[]): HistoryMessage[] {
  return history.map(({ role, content }) => ({ role: role === "user" ? "visitor" : "assistant", content }));
}
