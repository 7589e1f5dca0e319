import { z } from "zod";

/**
 * A team member has a ticket open or writes in it. It is an item of `GET tickets/{id}/events` beside the ticket's own events. It is never
 * stored, and no visitor receives it. `hello` asks the other pages to report their presence. A page that sends nothing for 25 s counts as
 * closed.
 */
export const presenceSchema = z.object({
  type: z.literal("presence"),
  /** Id of one open page; a person can have several. */
  session: z.string().max(100),
  person: z.object({ id: z.string().max(100), name: z.string().max(300) }),
  state: z.enum(["hello", "here", "typing", "rests", "left"]),
});
export type Presence = z.infer<typeof presenceSchema>;
