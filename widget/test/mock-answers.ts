import type { AnswerBasis } from "../../protocol/answer-basis.ts";
import { sendJson } from "./mock-http.ts";
import type { MockTicket } from "./mock-ticket.ts";
import type { Call } from "./mock-visitor-tickets.ts";

/** Why an answer of the ticket was given: its citations, as of some versions. @returns false for another path. */
export function answerAboutAnswer(path: string, ticket: MockTicket, { response }: Pick<Call, "response">): boolean {
  const [, id] = /^answers\/([^/]+)$/.exec(path) ?? [];
  if (id === undefined) return false;
  const message = ticket.messages.find((one) => one.id === id);
  if (!message) sendJson(response, 404, { error: { code: "not_found", message: "not_found" } });
  else sendJson(response, 200, basisOf(message.citations));
  return true;
}

function basisOf(
  citations: readonly { index: number; title: string; tool_call_id?: string | undefined }[],
): AnswerBasis {
  return {
    written_by: "assistant",
    sources: citations.map(({ index, title, tool_call_id }) => ({
      type: tool_call_id === undefined ? "document" : "tool",
      title,
      indexes: [index],
      version: tool_call_id === undefined ? index + 2 : null,
      dated: "2026-02-17T09:30:00.000Z",
      is_current: index % 2 === 1,
    })),
    missing: [],
    unsupported: [],
  };
}
