import type { z } from "zod";

/**
 * A reply without the fields that its schema does not name. One that holds a word or a size which a newer version allows (both share the
 * database while an upgrade goes on) is sent as it is: its reader passes over what it does not know.
 */
export function strip<T>(schema: z.ZodType<T>, reply: T): T {
  return schema.safeParse(reply).data ?? reply;
}
