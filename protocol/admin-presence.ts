import { z } from "zod";

/**
 * Somebody of the team has a ticket open, or writes in it: an item of `GET tickets/{id}/events` beside the ticket's own events, never stored
 * and told to no visitor. `hello` asks the others to say that they are there. Who said nothing for 25 s has gone.
 */
export const presenceSchema = z.object({
  type: z.literal("presence"),
  /** One open page: a person may have several. */
  session: z.string().max(100),
  person: z.object({ id: z.string().max(100), name: z.string().max(300) }),
  state: z.enum(["hello", "here", "typing", "rests", "left"]),
});
export type Presence = z.infer<typeof presenceSchema>;
