import type { ContextSource } from "../../protocol/context-record.ts";
import type { Weighed } from "./candidate.ts";

const because: Readonly<Record<ContextSource, string>> = {
  mentioned: "named in the message",
  always: "always included",
  branch: "used in the conversation that this one was forked from",
  memory: "remembered of the visitor",
  thread: "said further back in the ticket",
  search: "found for the question",
};

/** Why something went in, in words. */
export function reasonTaken<Item>({ candidate, modifiers }: Weighed<Item>): string {
  const added = modifiers.map(({ kind, by }) => {
    switch (kind) {
      case "near_branch":
        return "used in the branch right beside this one";
      case "sibling_branch":
        return "used in a branch from the same conversation";
      default:
        return `weighs ${Math.abs(by).toFixed(2)} less, unused for long`;
    }
  });
  return [candidate.why ?? because[candidate.source], ...added].join("; ");
}
