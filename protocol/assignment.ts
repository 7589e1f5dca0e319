import { z } from "zod";

/** Longest time, in minutes, after which a ticket goes back: a day. */
export const maxBackMinutes = 1_440;
/** Most tickets that a rule lets somebody have. */
export const maxOpenTickets = 200;

/** To whom tickets that wait for a person are given. */
export const assignmentSchema = z.strictObject({
  /** Nobody; whoever was given one longest ago; or whoever has the fewest open ones. */
  rule: z.enum(["nobody", "round_robin", "load"]),
  /** Whoever has this many open tickets is given no more. */
  limit: z.number().int().min(1).max(maxOpenTickets),
  /** Minutes after which a ticket goes back whose person went away before they began; null: it stays theirs. */
  back_minutes: z.number().int().min(1).max(maxBackMinutes).nullable(),
});
export type Assignment = z.infer<typeof assignmentSchema>;

/** Not there for tickets, although the console may be open; without a time until they say otherwise. */
export const awaySchema = z.object({ since: z.string(), until: z.string().nullable() });
export type Away = z.infer<typeof awaySchema>;

/** `POST /admin/me/presence`: the console is open, said each minute; `here: false`: it closes. */
export const presenceRequestSchema = z.strictObject({ here: z.boolean() });
/** `PATCH /admin/me/presence`. */
export const changePresenceRequestSchema = z
  .strictObject({
    away: z.boolean(),
    /** When they are there again by themselves. */
    until: z.iso.datetime({ offset: true }).nullable().optional(),
  })
  .refine(({ away, until }) => away || !until, { path: ["until"], message: "only works with away set to true" });
export type ChangePresenceRequest = z.infer<typeof changePresenceRequestSchema>;
export const ownPresenceSchema = z.object({ away: awaySchema.nullable() });
export type OwnPresence = z.infer<typeof ownPresenceSchema>;

/** Somebody who can be given tickets. */
export const assignableSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Has the console open. */
  here: z.boolean(),
  away: awaySchema.nullable(),
});
export type Assignable = z.infer<typeof assignableSchema>;

/** What a rule did with a ticket. */
export const assignmentKindSchema = z.enum(["round_robin", "load", "back"]);
export type AssignmentKind = z.infer<typeof assignmentKindSchema>;
