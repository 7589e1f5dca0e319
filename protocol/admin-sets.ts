import { z } from "zod";
import { plainText } from "./requests.ts";

/** Added to the score of a passage, which goes from 0 to about 1: half of it decides against almost everything. */
const boost = z.number().min(-0.5).max(0.5);

export const setNameSchema = plainText.min(1).max(100);
export const setSchema = z.object({
  name: z.string(),
  documents: z.number().int().nonnegative(),
  /** 0: counts as much as documents without a set. */
  boost,
});
export const setListResponseSchema = z.object({ items: z.array(setSchema) });
export const changeSetRequestSchema = z.strictObject({ boost });
export type DocumentSet = z.infer<typeof setSchema>;
