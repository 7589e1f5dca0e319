import type { AnswerBasis, ReportState } from "../../../protocol/answer-basis.ts";
import { isRecord } from "../../../ui/events/shapes.ts";
import { ApiError } from "./api.ts";
import type { ChatClient } from "./chat-client.ts";

/** Client whose session is used. */
export type Caller = Pick<ChatClient, "access">;

/** Reads why an answer was given. @throws ApiError. */
export async function readBasis({ access: { api, token, signal } }: Caller, id: string): Promise<AnswerBasis> {
  const answer: unknown = await (await api.get(`answers/${id}`, { token, signal })).json();
  if (!isBasis(answer)) throw new ApiError("internal", 500);
  return answer;
}

/** Says that an answer is wrong. Sending it again changes nothing. @throws ApiError. */
export async function reportAnswer(
  { access: { api, token, signal } }: Caller,
  { id, text }: { id: string; text: string },
): Promise<ReportState> {
  const body = text === "" ? {} : { text };
  const state: unknown = await (await api.post(`answers/${id}/report`, { token, signal, body })).json();
  if (!isState(state)) throw new ApiError("internal", 500);
  return state;
}

function isState(value: unknown): value is ReportState {
  return isRecord(value) && typeof value["state"] === "string";
}

function isBasis(value: unknown): value is AnswerBasis {
  return (
    isRecord(value) &&
    ["sources", "missing", "unsupported"].every((name) => Array.isArray(value[name])) &&
    (value["sources"] as unknown[]).every((source) => isRecord(source) && typeof source["title"] === "string")
  );
}
