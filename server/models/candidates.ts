import type { ChatClient } from "./chat/chat-client.ts";
import { extractiveModel } from "./extractive/extractive-answerer.ts";
import { promptVersion } from "./prompts.ts";
import type { ModelTask } from "./receipts.ts";

/** One model that may do a task. Without a client: the rules of the extractive answerer. */
export interface Candidate {
  provider: string;
  client: ChatClient | null;
}

export const byRules: Candidate = { provider: "extractive", client: null };

/** For each task who is asked, and who after it when it fails. Empty for `look` alone, where no model reads pictures. */
export type Routes = Record<ModelTask, readonly Candidate[]>;

/**
 * Names what a grade's scale depends on: who wrote the answer, who judged it, and by which instructions. Rules judge what rules wrote, so for
 * them one name is enough.
 */
export function graderName(writer: Candidate | null | undefined, judge?: Candidate | null): string {
  if (!writer?.client) return extractiveModel;
  const judged = judge?.client ? `, graded by ${judge.provider}:${judge.client.model}` : "";
  return `${writer.provider}:${writer.client.model}${judged}, prompts ${promptVersion}`;
}
