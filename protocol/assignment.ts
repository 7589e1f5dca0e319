import { z } from "zod";

/** Longest time in minutes until a ticket is unassigned again: a day. */
const maxBackMinutes = 1_440;
/** Most open tickets that a rule may allow for one agent. */
const maxOpenTickets = 200;

/** Rule for assigning tickets that wait for the team. */
export const assignmentSchema = z.strictObject({
  /**
   * `nobody`: no automatic assignment; `round_robin`: the agent whose last assignment is oldest; `load`: the agent with the fewest open
   * tickets.
   */
  rule: z.enum(["nobody", "round_robin", "load"]),
  /** An agent with this many open tickets is assigned no more. */
  limit: z.number().int().min(1).max(maxOpenTickets),
  /** Minutes until a ticket is unassigned when its agent went away before starting; null: it stays assigned. */
  back_minutes: z.number().int().min(1).max(maxBackMinutes).nullable(),
});
export type Assignment = z.infer<typeof assignmentSchema>;

/** Away: not available for tickets, although the console may be open. Without an end time it lasts until the agent changes it. */
export const awaySchema = z.object({ since: z.string(), until: z.string().nullable() });
export type Away = z.infer<typeof awaySchema>;

/** `POST /admin/me/presence`: the console sends it each minute while it is open; `here: false` when it closes. */
export const presenceRequestSchema = z.strictObject({ here: z.boolean() });
/** `PATCH /admin/me/presence`. */
export const changePresenceRequestSchema = z
  .strictObject({
    away: z.boolean(),
    /** Time at which the away state ends automatically. */
    until: z.iso.datetime({ offset: true }).nullable().optional(),
  })
  .refine(({ away, until }) => away || !until, { path: ["until"], message: "only works with away set to true" });
export type ChangePresenceRequest = z.infer<typeof changePresenceRequestSchema>;
export const ownPresenceSchema = z.object({ away: awaySchema.nullable() });
export type OwnPresence = z.infer<typeof ownPresenceSchema>;

/** An agent who can be the assignee of tickets. */
export const assignableSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The agent has the console open. */
  here: z.boolean(),
  away: awaySchema.nullable(),
});
export type Assignable = z.infer<typeof assignableSchema>;

/** The rule that assigned or unassigned a ticket. */
export const assignmentKindSchema = z.enum(["round_robin", "load", "back"]);
export type AssignmentKind = z.infer<typeof assignmentKindSchema>;
