import type { CopilotAnswer, JudgementRequest } from "../../../protocol/copilot-talk.ts";

/** What can be done with a message of the copilot. These return a sentence when they were refused. */
export interface MessageVerbs {
  answer: (questionId: string, answer: CopilotAnswer) => Promise<string | null>;
  cancel: () => Promise<string | null>;
  retry: () => Promise<string | null>;
  judge: (findingId: string, judgement: JudgementRequest) => Promise<string | null>;
}
