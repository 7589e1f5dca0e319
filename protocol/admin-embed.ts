import { z } from "zod";

/** The code for a tenant's pages, and the pages where it was seen running. */
export const embedSchema = z.object({
  snippet: z.string(),
  /** Pages on which conversations were opened recently, newest first; one for each origin. */
  seen: z.array(z.object({ origin: z.string(), at: z.string() })),
});
export type EmbedView = z.infer<typeof embedSchema>;
