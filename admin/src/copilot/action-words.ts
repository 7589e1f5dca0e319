import type { CopilotAction } from "../../../protocol/copilot.ts";
import type { IconName } from "../components/icon.tsx";

interface ActionWords {
  name: string;
  icon: IconName;
  /** What it does, in a sentence. */
  does: string;
  /** Something to begin with. */
  example: string;
}

export const actionWords: Record<CopilotAction, ActionWords> = {
  summarize: {
    name: "Summarize",
    icon: "file",
    does: "The key points of up to five documents, each with its source.",
    example: "Sum up the main points of ",
  },
  inquire: {
    name: "Ask",
    icon: "search",
    does: "An answer from the documents, with the words that it rests on.",
    example: "How long may a customer send something back?",
  },
  compare: {
    name: "Compare",
    icon: "details",
    does: "What two to five documents, or two versions of one, say differently.",
    example: "What has changed between ",
  },
  audit: {
    name: "Audit",
    icon: "proof",
    does: "A text held against your policies: what is in line, what is not, and better words.",
    example: "Check this text against ",
  },
};

export const actions = ["summarize", "inquire", "compare", "audit"] as const satisfies readonly CopilotAction[];

/** `1 document`, `3 documents`. */
export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
