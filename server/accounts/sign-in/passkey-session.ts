import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";

/**
 * Begins a session for somebody who has shown another way who they are, as the library begins its own. For the server alone: the library
 * answers no address with it.
 */
export function sessionsForOthers() {
  return {
    id: "parley-sessions",
    endpoints: {
      beginSession: createAuthEndpoint(
        "/parley/session",
        { method: "POST", body: z.object({ personId: z.string() }), metadata: { SERVER_ONLY: true } },
        async (ctx) => {
          const user = await ctx.context.internalAdapter.findUserById(ctx.body.personId);
          const session = user && (await ctx.context.internalAdapter.createSession(user.id));
          if (!session) return ctx.json({ ok: false });
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ ok: true });
        },
      ),
    },
  };
}
