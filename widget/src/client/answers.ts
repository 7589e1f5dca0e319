import type { AnswerBasis } from "../../../protocol/answer-basis.ts";
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

function isBasis(value: unknown): value is AnswerBasis {
  return (
    isRecord(value) &&
    ["sources", "missing", "unsupported"].every((name) => Array.isArray(value[name])) &&
    (value["sources"] as unknown[]).every((source) => isRecord(source) && typeof source["title"] === "string")
  );
}
