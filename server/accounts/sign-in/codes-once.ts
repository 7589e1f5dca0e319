import { createHmac } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { deleteSessionCookie } from "better-auth/cookies";
import { symmetricDecrypt } from "better-auth/crypto";
import type { Pool } from "pg";
import { z } from "zod";
import { useTimeStep } from "../store/two-factors.ts";

const periodMs = 30_000;
const digits = 6;
/** Time steps whose codes the library accepts, relative to now: the previous and the next one, and one more that passed since its check. */
const steps = [1, 0, -1, -2];

const askedSchema = z.object({ code: z.string() });
const answeredSchema = z.object({ user: z.object({ id: z.string() }) });
const storedSchema = z.object({ secret: z.string() });

/**
 * Accepts each code of an authenticator app only once (RFC 6238, 5.2): the library accepts it repeatedly while it is valid. The session
 * that the library started with a used code is ended before the client gets its cookie.
 */
export function codesOnce(pool: Pool) {
  return {
    id: "parley-codes-once",
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === "/two-factor/verify-totp",
          handler: createAuthMiddleware(async (ctx) => {
            const answered = answeredSchema.safeParse(ctx.context.returned);
            // The library refused the code.
            if (!answered.success) return;
            const personId = answered.data.user.id;
            const where = [{ field: "userId", value: personId }];
            const { secret } = storedSchema.parse(await ctx.context.adapter.findOne({ model: "twoFactor", where }));
            const key = await symmetricDecrypt({ key: ctx.context.secretConfig, data: secret });
            const step = stepOf(askedSchema.parse(ctx.body).code, key);
            if (step !== undefined && (await useTimeStep(pool, personId, step))) return;
            const begun = ctx.context.newSession;
            if (begun) {
              deleteSessionCookie(ctx, true);
              await ctx.context.internalAdapter.deleteSession(begun.session.token);
              ctx.context.setNewSession(null);
            }
            throw new APIError("UNAUTHORIZED", {
              code: "INVALID_CODE",
              message: "This code was already used. Wait for a new one.",
            });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

/** The time step of a code; undefined when the code is not valid now. */
function stepOf(code: string, key: string): number | undefined {
  const now = Math.floor(Date.now() / periodMs);
  return steps.map((step) => now + step).find((step) => codeOf(key, step) === code);
}

/** RFC 4226, 5.3. */
function codeOf(key: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", key).update(counter).digest();
  const truncated = hash.readUInt32BE((hash.at(-1) ?? 0) & 0xf) & 0x7fff_ffff;
  return String(truncated % 10 ** digits).padStart(digits, "0");
}
