import { z } from "zod";

/** What is timed: the first answer of a person to a ticket, each one behind it, and the end of the ticket. */
export const clockKindSchema = z.enum(["first_answer", "next_answer", "resolution"]);
export type ClockKind = z.infer<typeof clockKindSchema>;

/** Thirty days: who answers later has no level of service. */
export const maxTargetMinutes = 43_200;
const minutes = z.number().int().min(1).max(maxTargetMinutes).nullable();
const targetsSchema = z.strictObject({ first_answer: minutes, next_answer: minutes, resolution: minutes });
export type ServiceTargets = z.infer<typeof targetsSchema>;

/** By when visitors are answered and tickets resolved, in minutes from the moment that a person was asked for; null: not said. */
export const serviceLevelsSchema = z.strictObject({
  /** Whether every minute counts, or those of the opening hours; without opening hours every one does. */
  hours: z.enum(["always", "opening"]),
  targets: z.strictObject({
    none: targetsSchema,
    /** What is left out is as without a priority. */
    low: targetsSchema.partial().default({}),
    high: targetsSchema.partial().default({}),
    urgent: targetsSchema.partial().default({}),
  }),
});
export type ServiceLevels = z.infer<typeof serviceLevelsSchema>;

/** The nearest end of a ticket's running clocks; over when it has passed. */
export const ticketDueSchema = z.object({ kind: clockKindSchema, at: z.string() });
export type TicketDue = z.infer<typeof ticketDueSchema>;
