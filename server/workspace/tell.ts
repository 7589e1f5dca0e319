import { deskTopic } from "../live/hub.ts";
import type { Person, WorkspaceDeps } from "./deps.ts";

/**
 * Tells a person's consoles that a conversation changed, or what is being done in it. Nobody else is told whose it is: a console passes over what
 * is not its person's.
 */
export async function tellConversation(
  { hub }: Pick<WorkspaceDeps, "hub">,
  { tenantId, personId }: Person,
  about: { conversationId: string; status?: string },
): Promise<void> {
  const notice = {
    type: "copilot_changed",
    conversation_id: about.conversationId,
    person_id: personId,
    ...(about.status === undefined ? {} : { status_text: about.status }),
    at: new Date().toISOString(),
  };
  await hub.notify(deskTopic(tenantId), JSON.stringify(notice));
}
