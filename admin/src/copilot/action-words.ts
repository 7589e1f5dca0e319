import type { CopilotAction } from "../../../protocol/copilot.ts";
import type { IconName } from "../ui/icon.tsx";

interface ActionWords {
  name: string;
  icon: IconName;
  /** Description of the action, one sentence. */
  does: string;
}

export const actionWords: Record<CopilotAction, ActionWords> = {
  summarize: {
    name: "Summarize",
    icon: "file",
    does: "Key points of up to five documents, with sources.",
  },
  inquire: {
    name: "Ask",
    icon: "search",
    does: "An answer from the documents, with quotes.",
  },
  compare: {
    name: "Compare",
    icon: "details",
    does: "Differences between two to five documents, or two versions of one.",
  },
  audit: {
    name: "Audit",
    icon: "proof",
    does: "Check a text against your policies and get suggested wording.",
  },
};

export const actions = ["summarize", "inquire", "compare", "audit"] as const satisfies readonly CopilotAction[];

/** `1 document`, `3 documents`. */
export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
