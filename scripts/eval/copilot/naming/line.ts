import type { CopilotAction } from "../../../../protocol/copilot.ts";

/** Titles of the last result in order, and those used in the conversation, those used last first: the shown ones where not given. */
export type Line = [action: CopilotAction, text: string, wanted: string[] | "ask", shown?: string[], used?: string[]];

export const s = "summarize" as const;
export const c = "compare" as const;
export const i = "inquire" as const;
export const a = "audit" as const;

export const refund = "Refund policy";
export const cancel = "Cancellation policy";
export const terms = "Terms of Service";
export const use = "Use Restrictions policy";
export const copyright = "Notification of Copyright Infringement Claims";
export const privacy = "GitHub Privacy Statement";
export const market = "GitHub Marketplace Developer Agreement";
export const dmca = "DMCA Takedown Policy";

/** The first of two versions. */
export function old(title: string): string {
  return `${title}#1`;
}
