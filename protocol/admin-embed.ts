import { z } from "zod";

/** What goes into a tenant's pages, and where it was seen at work. */
export const embedSchema = z.object({
  /** The script tag. */
  snippet: z.string(),
  /** Pages on which chats were opened lately, the newest first; one for each origin. */
  seen: z.array(z.object({ origin: z.string(), at: z.string() })),
});
export type EmbedView = z.infer<typeof embedSchema>;
