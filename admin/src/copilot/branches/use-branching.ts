import { useLocation } from "preact-iso";
import type { CopilotTalk } from "../../../../protocol/copilot-talk.ts";
import { useWorkspace } from "../../app-context.ts";
import type { CopilotStore } from "../copilot-store.ts";
import type { MessageVerbs } from "../message-verbs.ts";

/** What branches make of a message of a conversation: one from here, or something brought back from it. */
export function useBranching(
  store: CopilotStore,
  talk: CopilotTalk,
): (messageId: string) => Pick<MessageVerbs, "branch" | "parentTitle" | "bringBack"> {
  const { toasts } = useWorkspace();
  const { route } = useLocation();
  const parent = talk.parent_id === null ? undefined : talk.trail.at(-1);
  return (messageId) => ({
    async branch(wish) {
      const made = await store.fork({ conversationId: talk.id, messageId }, wish);
      if ("problem" in made) {
        toasts.fail(made.problem);
        return false;
      }
      route(`/console/copilot/${made.done}`);
      return true;
    },
    parentTitle: parent ? parent.title : null,
    bringBack: parent
      ? (wish) => store.work(() => store.calls.bringBack(talk.id, { ...wish, message_id: messageId }))
      : null,
  });
}
