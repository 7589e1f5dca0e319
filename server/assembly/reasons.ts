import type { ContextSource } from "../../protocol/context-record.ts";
import type { Weighed } from "./candidate.ts";

const because: Readonly<Record<ContextSource, string>> = {
  mentioned: "mentioned in the message",
  always: "always included",
  branch: "used in the parent conversation",
  memory: "a memory about the visitor",
  thread: "from earlier in the ticket",
  search: "found for the question",
};

/** Why something went in, in words. */
export function reasonTaken<Item>({ candidate, modifiers }: Weighed<Item>): string {
  const added = modifiers.map(({ kind, by }) => {
    switch (kind) {
      case "near_branch":
        return "used in the neighbouring branch";
      case "sibling_branch":
        return "used in a related branch";
      default:
        return `${Math.abs(by).toFixed(2)} less weight because it has not been used for a while`;
    }
  });
  return [candidate.why ?? because[candidate.source], ...added].join("; ");
}
