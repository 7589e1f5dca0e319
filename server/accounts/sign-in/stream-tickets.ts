import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { tenantIdSchema, ticketIdSchema, visitorIdSchema } from "../../../protocol/ids.ts";
import { AppError } from "../../core/errors.ts";
import type { VisitorCredentials } from "./credentials.ts";

/**
 * One-time tickets for `EventSource`, which cannot send headers: a ticket is part of a request's URL, so it is valid for a minute and only
 * once.
 */
export interface StreamTickets {
  issue(credentials: VisitorCredentials): Promise<string>;
  /** The ticket's credentials on first use within its life; null afterwards. */
  redeem(ticket: string): Promise<VisitorCredentials | null>;
}

/** Commands that the Redis adapter needs. */
export interface TicketRedis {
  set(key: string, value: string, mode: "PX", milliseconds: number): Promise<unknown>;
  getdel(key: string): Promise<string | null>;
}

export const streamTicketSeconds = 60;

const credentialsSchema = z.strictObject({
  kind: z.literal("visitor"),
  tenantId: tenantIdSchema,
  ticketId: ticketIdSchema,
  visitorId: visitorIdSchema,
  subject: z.string(),
  identified: z.boolean(),
  sessionEpoch: z.int().nonnegative(),
  expiresAt: z.int().positive().optional(),
});

/** For a single process: tickets are kept in memory. */
export function createMemoryStreamTickets(lifeMs = streamTicketSeconds * 1000): StreamTickets {
  const held = new Map<string, { credentials: VisitorCredentials; until: number }>();
  return {
    async issue(credentials) {
      for (const [key, entry] of held) {
        // Insertion order is age order, so the sweep stops at the first valid one.
        if (entry.until > Date.now()) break;
        held.delete(key);
      }
      const ticket = newTicket();
      held.set(keyOf(ticket), { credentials, until: Date.now() + lifeMs });
      return ticket;
    },
    async redeem(ticket) {
      const entry = held.get(keyOf(ticket));
      held.delete(keyOf(ticket));
      return entry !== undefined && entry.until > Date.now() ? entry.credentials : null;
    },
  };
}

/** For several processes: `GETDEL` ensures that only one of them succeeds. */
export function createRedisStreamTickets(redis: TicketRedis, lifeMs = streamTicketSeconds * 1000): StreamTickets {
  return {
    async issue(credentials) {
      const ticket = newTicket();
      await redis.set(keyOf(ticket), JSON.stringify(credentials), "PX", lifeMs).catch(away);
      return ticket;
    },
    async redeem(ticket) {
      const value = await redis.getdel(keyOf(ticket)).catch(away);
      return value === null ? null : credentialsSchema.parse(JSON.parse(value));
    },
  };
}

/** A browser that cannot get a ticket now tries again, or uses its token. */
function away(cause: unknown): never {
  throw new AppError("unavailable", "Stream tickets are not available right now. Try again shortly.", {
    cause,
    retryAfterSeconds: 2,
  });
}

function newTicket(): string {
  return randomBytes(32).toString("base64url");
}

/** Hashed, so that neither a memory dump nor Redis contains a usable ticket. */
function keyOf(ticket: string): string {
  return `parley:stream-ticket:${createHash("sha256").update(ticket).digest("hex")}`;
}
