import type { PlaygroundMessage, PlaygroundResult, PlaygroundRun } from "../../../protocol/playground.ts";
import type { GivenQuestion } from "../knowledge/releases/regression-form.tsx";

/** Messages before a question that are saved with it, and the maximum length of each (`protocol/regression.ts`). */
const mostBefore = 20;
const maxBeforeChars = 8_000;
const maxQuestionChars = 2_000;

interface Answered {
  run: Pick<PlaygroundRun, "messages" | "ticket_id">;
  message: Pick<PlaygroundMessage, "id">;
  result: Pick<PlaygroundResult, "outcome" | "citations">;
  asked: string;
}

/** A playground question in the form of a test question: with the messages before it, the model that answered, and the cited documents. */
export function toKeep({ run, message, result, asked }: Answered): GivenQuestion {
  const at = run.messages.findIndex(({ id }) => id === message.id);
  const history = run.messages
    .slice(0, Math.max(0, at - 1))
    .filter(({ content }) => content.trim() !== "")
    .map(({ role, content }) => ({ role, content: content.slice(0, maxBeforeChars) }))
    .slice(-mostBefore);
  const cited = new Map(
    result.citations.flatMap(({ document_id: id, title }) =>
      id === undefined ? [] : [[id as string, title] as const],
    ),
  );
  return {
    question: asked.slice(0, maxQuestionChars),
    ...(history.length > 0 ? { history } : {}),
    origin: "playground",
    ...(run.ticket_id ? { ticket_id: run.ticket_id } : {}),
    expected: {
      outcome: result.outcome === "escalated" ? "escalated" : "answered",
      ...(cited.size > 0 && result.outcome === "answered" ? { must_cite: [...cited.keys()] } : {}),
    },
    titles: Object.fromEntries(cited),
  };
}
