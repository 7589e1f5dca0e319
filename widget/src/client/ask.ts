import type { InitResponse, StreamRequest } from "../../../protocol/requests.ts";
import { isInitResponse } from "../../../ui/events/shapes.ts";
import { ApiError } from "./api.ts";
import type { SendCall } from "./send-message.ts";

/** Asks the server for something of a session: posts when there is a body. @throws ApiError. */
export async function ask({ api, token, signal }: SendCall, path: string, body?: object): Promise<unknown> {
  const call = { token, body, signal };
  const response = await (body ? api.post(path, call) : api.get(path, call));
  return response.json().catch(() => undefined);
}

/** A session for another ticket of the same visitor, or for a new one when no id is given. @throws ApiError. */
export async function openTicket(
  call: SendCall,
  { id, page }: { id: string | undefined; page: StreamRequest["page"] },
): Promise<InitResponse> {
  const answer = id === undefined ? await ask(call, "tickets", { page }) : await ask(call, `tickets/${id}/open`, {});
  if (!isInitResponse(answer)) throw new ApiError("internal", 500);
  return answer;
}
