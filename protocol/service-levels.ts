import { z } from "zod";

/** Timed steps: the first reply of an agent to a ticket, each later reply, and the end of the ticket. */
export const clockKindSchema = z.enum(["first_answer", "next_answer", "resolution"]);
export type ClockKind = z.infer<typeof clockKindSchema>;

/** Thirty days: a longer reply time is no target. */
const maxTargetMinutes = 43_200;
const minutes = z.number().int().min(1).max(maxTargetMinutes).nullable();
const targetsSchema = z.strictObject({ first_answer: minutes, next_answer: minutes, resolution: minutes });

/** Reply-time targets: minutes from the hand-over to the reply, or to the end of the ticket; null: no target. */
export const serviceLevelsSchema = z.strictObject({
  /** Whether every minute counts or only the opening hours; without opening hours every minute counts. */
  hours: z.enum(["always", "opening"]),
  targets: z.strictObject({
    none: targetsSchema,
    /** A missing value is the one for tickets without a priority. */
    low: targetsSchema.partial().default({}),
    high: targetsSchema.partial().default({}),
    urgent: targetsSchema.partial().default({}),
  }),
});
export type ServiceLevels = z.infer<typeof serviceLevelsSchema>;

/** The earliest target time of a ticket's running clocks; overdue when it has passed. */
export const ticketDueSchema = z.object({ kind: clockKindSchema, at: z.string() });
export type TicketDue = z.infer<typeof ticketDueSchema>;
