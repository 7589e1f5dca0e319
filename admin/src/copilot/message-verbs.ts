import type { CopilotAnswer, JudgementRequest } from "../../../protocol/copilot-conversations.ts";
import { copilotRoutes } from "../../../protocol/routes/copilot.ts";
import type { BranchWish } from "./branches/branch-from-here.tsx";
import { type CopilotStore, type MessagePlace, messageParams } from "./copilot-store.ts";

/** What can be done with a message of the copilot. These return a sentence when they were refused. */
export interface MessageVerbs {
  answer: (questionId: string, answer: CopilotAnswer) => Promise<string | null>;
  cancel: () => Promise<string | null>;
  retry: () => Promise<string | null>;
  judge: (findingId: string, judgement: JudgementRequest) => Promise<string | null>;
  /** Begins a branch after it, and goes there. @returns whether it was begun. */
  branch: (wish: BranchWish & { id: string }) => Promise<boolean>;
  /** Of a branch: what the conversation is called that it was forked from. */
  parentTitle: string | null;
  /** Brings it, or a finding of it, back there; null where it was forked from none. */
  bringBack: ((wish: { id: string; finding_id?: string }) => Promise<string | null>) | null;
}

/** What can be done with a result. */
export type ResultVerbs = Pick<MessageVerbs, "judge" | "bringBack">;

/** Those that every conversation has. */
export function verbsFor(
  store: CopilotStore,
  place: MessagePlace,
): Pick<MessageVerbs, "answer" | "cancel" | "retry" | "judge"> {
  const message = messageParams(place);
  return {
    answer: (questionId, answer) => store.answer(place, questionId, answer),
    cancel: () => store.work(() => store.call(copilotRoutes.stopCopilot, message)),
    retry: () => store.work(() => store.call(copilotRoutes.retryCopilot, message)),
    judge: (finding, judgement) =>
      store.work(() => store.call(copilotRoutes.judgeFinding, { ...message, finding, body: judgement })),
  };
}
