import { z } from "zod";

/** What a `draft` job must know; its target is the document. */
export const draftDetailSchema = z.object({
  release_id: z.uuid(),
  /** Of a page that is still to be fetched. */
  url: z.string().optional(),
  title: z.string().optional(),
});
