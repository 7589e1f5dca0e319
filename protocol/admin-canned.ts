import { z } from "zod";
import { maxCannedChars, maxCannedNameChars, unknownVariables } from "./canned-limits.ts";
import { plainText } from "./requests.ts";

/** A reusable text. Placeholders in double braces are filled in when an agent uses it. */
export const cannedReplySchema = z.object({
  id: z.string(),
  /** The name that agents type after the slash. */
  name: z.string(),
  content: z.string(),
  /** True when the whole team can use it. */
  is_shared: z.boolean(),
  updated_at: z.string(),
});
export type CannedReply = z.infer<typeof cannedReplySchema>;
export const cannedRepliesResponseSchema = z.object({ items: z.array(cannedReplySchema) });

const name = plainText
  .trim()
  .min(1)
  .max(maxCannedNameChars)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} _.-]*$/u, "can only contain letters, digits, spaces, _, . and -");
const content = plainText
  .max(maxCannedChars)
  .refine((value) => value.trim() !== "", { message: "must not be empty" })
  .refine((value) => unknownVariables(value).length === 0, {
    error: ({ input }) => `has an unknown variable: ${unknownVariables(String(input))[0] ?? ""}`,
  });

/** `POST canned-replies`. A shared canned reply needs the manager role. */
export const newCannedReplySchema = z.strictObject({ name, content, is_shared: z.boolean().default(false) });
export type NewCannedReply = z.input<typeof newCannedReplySchema>;

/** `PATCH canned-replies/{id}`. */
export const cannedReplyChangeSchema = z.strictObject({ name: name.optional(), content: content.optional() });
