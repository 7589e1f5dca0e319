import { z } from "zod";

/** The detail of a `draft` job; its target is the document. */
export const draftDetailSchema = z.object({
  release_id: z.uuid(),
  /** Set until the page is fetched. */
  url: z.string().optional(),
  title: z.string().optional(),
});
