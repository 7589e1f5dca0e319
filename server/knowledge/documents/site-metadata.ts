import { z } from "zod";
import { documentKinds } from "../../../protocol/document-kinds.ts";

/** Metadata for the current and future pages of a site. */
export const siteMetadataSchema = z.object({
  set: z.string().optional(),
  kind: z.enum(documentKinds).optional().catch(undefined),
  locale: z.string().optional(),
  audience: z.string().optional(),
  valid_from: z.string().optional(),
  valid_until: z.string().optional(),
});
