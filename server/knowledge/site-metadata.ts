import { z } from "zod";

/** What is said about the pages of a site, as it is kept for those that come later. */
export const siteMetadataSchema = z.object({
  set: z.string().optional(),
  kind: z.string().optional(),
  locale: z.string().optional(),
  audience: z.string().optional(),
  valid_from: z.string().optional(),
  valid_until: z.string().optional(),
});
