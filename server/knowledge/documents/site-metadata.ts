import { z } from "zod";
import { documentKinds } from "../../../protocol/document-kinds.ts";

/** What is said about the pages of a site, as it is kept for those that come later. */
export const siteMetadataSchema = z.object({
  set: z.string().optional(),
  kind: z.enum(documentKinds).optional().catch(undefined),
  locale: z.string().optional(),
  audience: z.string().optional(),
  valid_from: z.string().optional(),
  valid_until: z.string().optional(),
});
