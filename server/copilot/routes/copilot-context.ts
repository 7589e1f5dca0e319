import { copilotContextRoutes } from "../../../protocol/routes/copilot-context.ts";
import type { AgentCredentials } from "../../accounts/sign-in/credentials.ts";
import {
  dismissDocument,
  listPreferences,
  resetPreferences,
  setPreference,
} from "../../assistant/retrieval-context/preferences.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import { previewContext, readContext } from "../conversations/context.ts";

/** The context of copilot messages, and each person's preferences for documents. */
export function addCopilotContextRoutes(routes: Routes, ctx: Pick<HttpContext, "copilot" | "auth">): void {
  const list = (caller: AgentCredentials) => listPreferences(ctx.copilot, caller);
  routes.implement(copilotContextRoutes, {
    previewCopilotContext: async ({ caller, body }) => {
      await ctx.auth.limits.take("preview_caller", caller.personId);
      return previewContext(ctx.copilot, caller, body);
    },
    readCopilotContext: async ({ caller, id, message }) => ({
      context: await readContext(ctx.copilot, caller, { conversationId: id, messageId: message }),
    }),
    listCopilotPreferences: ({ caller }) => list(caller),
    resetCopilotPreferences: async ({ caller }) => {
      await resetPreferences(ctx.copilot, caller);
      return list(caller);
    },
    setCopilotPreference: async ({ caller, document: documentId, body: { stance } }) => {
      await setPreference(ctx.copilot, caller, { documentId, stance });
      return list(caller);
    },
    resetCopilotPreference: async ({ caller, document }) => {
      await resetPreferences(ctx.copilot, caller, document);
      return list(caller);
    },
    dismissCopilotDocument: async ({ caller, document: documentId, body: { message_id: occasionId } }) => {
      await dismissDocument(ctx.copilot, caller, { documentId, occasionId });
      return list(caller);
    },
  });
}
