import { z } from "zod";
import { copilotActionSchema, copilotDocumentSchema } from "../../protocol/copilot.ts";
import {
  type AskedQuestion,
  askedQuestionSchema,
  copilotBodySchema,
  findingJudgementSchema,
} from "../../protocol/copilot-talk.ts";
import { nothingSettled, type Settled } from "../copilot/state.ts";
import type { CopilotMessageRow } from "../store/copilot-messages.ts";

const settledSchema = z.object({
  action: copilotActionSchema.nullable(),
  hasDocuments: z.boolean(),
  documents: z.array(copilotDocumentSchema),
  guessed: z.array(copilotDocumentSchema).default([]),
  focus: z.string().nullable().default(null),
  text: z.string(),
  web: z.boolean(),
  isDoubtful: z.boolean(),
});

/** What is decided of a run; what an older version wrote and cannot be read any more is decided anew. */
export function settledOf({ settled }: Pick<CopilotMessageRow, "settled">): Settled {
  return settledSchema.safeParse(settled).data ?? nothingSettled;
}

/** What was asked back, oldest first. */
export function questionsOf({ questions }: Pick<CopilotMessageRow, "questions">): AskedQuestion[] {
  return z.array(askedQuestionSchema).safeParse(questions).data ?? [];
}

/** The question that waits for an answer. */
export function waitingQuestion(row: Pick<CopilotMessageRow, "questions" | "state">): AskedQuestion | undefined {
  return row.state === "asking" ? questionsOf(row).find(({ answered }) => answered === null) : undefined;
}

/** What came of it; null where nothing has yet, or where it cannot be read any more. */
export function bodyOf({ body }: Pick<CopilotMessageRow, "body">) {
  return copilotBodySchema.safeParse(body).data ?? null;
}

/** What people think of an audit's findings, by the finding. */
export function judgedOf({ judged }: Pick<CopilotMessageRow, "judged">) {
  return z.record(z.string(), findingJudgementSchema).safeParse(judged).data ?? {};
}
