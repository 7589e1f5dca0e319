import { z } from "zod";
import { plainText } from "./requests.ts";
import { labelColorSchema } from "./triage.ts";

/** Added to the score of a passage, which goes from 0 to about 1: half of it decides against almost everything. */
const boost = z.number().min(-0.5).max(0.5);

export const setNameSchema = plainText.trim().min(1).max(100);
export const setSchema = z.object({
  name: z.string(),
  documents: z.number().int().nonnegative(),
  /** 0: counts as much as documents without a set. */
  boost,
  color: labelColorSchema,
});
export const setListResponseSchema = z.object({ items: z.array(setSchema) });
export const createSetRequestSchema = z.strictObject({ name: setNameSchema, color: labelColorSchema.optional() });
export type CreateSetRequest = z.infer<typeof createSetRequestSchema>;
/** A new name goes to all documents of the set. */
export const changeSetRequestSchema = z
  .strictObject({ boost: boost.optional(), color: labelColorSchema.optional(), name: setNameSchema.optional() })
  .refine((change) => Object.keys(change).length > 0, { message: "must contain at least one change" });
export type ChangeSetRequest = z.infer<typeof changeSetRequestSchema>;
export type DocumentSet = z.infer<typeof setSchema>;
