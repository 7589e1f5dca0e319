import type { CopilotAnswer, JudgementRequest } from "../../../protocol/copilot-conversations.ts";
import { copilotRoutes } from "../../../protocol/routes/copilot.ts";
import type { BranchWish } from "./branches/branch-from-here.tsx";
import { type CopilotStore, type MessagePlace, messageParams } from "./copilot-store.ts";

/** Actions on a message of the copilot. They return an error message on failure. */
export interface MessageVerbs {
  answer: (questionId: string, answer: CopilotAnswer) => Promise<string | null>;
  cancel: () => Promise<string | null>;
  retry: () => Promise<string | null>;
  judge: (findingId: string, judgement: JudgementRequest) => Promise<string | null>;
  /** Creates a branch after the message and opens it. @returns whether it was created. */
  branch: (wish: BranchWish & { id: string }) => Promise<boolean>;
  /** Title of the parent conversation of a branch. */
  parentTitle: string | null;
  /** Brings the message or one of its findings back to the parent; null in a conversation without a parent. */
  bringBack: ((wish: { id: string; finding_id?: string }) => Promise<string | null>) | null;
}

/** Actions on a result. */
export type ResultVerbs = Pick<MessageVerbs, "judge" | "bringBack">;

/** Actions available in every conversation. */
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
