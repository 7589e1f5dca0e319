import type { ChatClient } from "./chat-client.ts";

/** Says where the visitor can be reached. Rejects with `ApiError`. */
export async function leaveContact(client: Pick<ChatClient, "access">, email: string): Promise<void> {
  const { api, token } = client.access;
  await api.post("contact", { token, body: { email } });
}
