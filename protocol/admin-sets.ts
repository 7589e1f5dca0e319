import { z } from "zod";
import { plainText } from "./requests.ts";
import { labelColorSchema } from "./triage.ts";

/** Added to a passage's score, which is between 0 and about 1. A boost of 0.5 outranks almost every other passage. */
const boost = z.number().min(-0.5).max(0.5);

export const setNameSchema = plainText.trim().min(1).max(100);
export const setSchema = z.object({
  name: z.string(),
  documents: z.number().int().nonnegative(),
  /** 0: the same weight as documents without a set. */
  boost,
  color: labelColorSchema,
});
export const setListResponseSchema = z.object({ items: z.array(setSchema) });
export const createSetRequestSchema = z.strictObject({ name: setNameSchema, color: labelColorSchema.optional() });
export type CreateSetRequest = z.infer<typeof createSetRequestSchema>;
/** Renames the set in all its documents. */
export const changeSetRequestSchema = z
  .strictObject({ boost: boost.optional(), color: labelColorSchema.optional(), name: setNameSchema.optional() })
  .refine((change) => Object.keys(change).length > 0, { message: "must contain at least one change" });
export type ChangeSetRequest = z.infer<typeof changeSetRequestSchema>;
export type DocumentSet = z.infer<typeof setSchema>;
