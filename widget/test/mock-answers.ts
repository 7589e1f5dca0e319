import type { AnswerBasis, ReportState } from "../../protocol/answer-basis.ts";
import { sendJson } from "./mock-http.ts";
import { MockTicket } from "./mock-ticket.ts";
import type { Call } from "./mock-visitor-tickets.ts";

/** Why an answer of the ticket was given: its citations, as of some versions. @returns false for another path. */
export function answerAboutAnswer(path: string, ticket: MockTicket, { request, response, body }: Call): boolean {
  const [, id] = /^answers\/([^/]+)(?:\/report)?$/.exec(path) ?? [];
  if (id === undefined) return false;
  const message = ticket.messages.find((one) => one.id === id);
  if (!message) sendJson(response, 404, { error: { code: "not_found", message: "not_found" } });
  else if (request.method === "POST") sendJson(response, 200, report(ticket, id, body));
  else sendJson(response, 200, { ...basisOf(message.citations), report: ticket.reports.get(id)?.state ?? null });
  return true;
}

/** The first report counts. */
function report(ticket: MockTicket, id: string, body: unknown): ReportState {
  const state: ReportState = { state: "open", at: MockTicket.now().toISOString() };
  const known = ticket.reports.get(id) ?? { body, state };
  ticket.reports.set(id, known);
  return known.state;
}

function basisOf(
  citations: readonly { index: number; title: string; tool_call_id?: string | undefined }[],
): Omit<AnswerBasis, "report"> {
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
