import { z } from "zod";
import { plainText } from "./requests.ts";

/** Passkeys: the options for the browser and its response. Bytes are base64url, as in the browser's own JSON. */

const bytes = z
  .string()
  .regex(/^[\w-]+$/)
  .max(8_000);
const credentialId = bytes.max(1_400);

const made = z.strictObject({
  type: z.literal("made"),
  id: credentialId,
  transports: z.array(z.string().max(20)).max(10),
  response: z.strictObject({ client_data: bytes, attestation: bytes }),
});
const signed = z.strictObject({
  type: z.literal("signed"),
  id: credentialId,
  response: z.strictObject({ client_data: bytes, authenticator_data: bytes, signature: bytes }),
});
export type PasskeyAnswer = z.infer<typeof made> | z.infer<typeof signed>;

export const passkeySignInRequestSchema = z.strictObject({ answer: signed });
const passkeyName = plainText.trim().min(1).max(60);
export const addPasskeyRequestSchema = z.strictObject({ answer: made, name: passkeyName });
export const renamePasskeyRequestSchema = z.strictObject({ name: passkeyName });

/** The options for the browser in its own JSON format. The schema describes only the field that the console reads. */
export const passkeyQuestionSchema = z.looseObject({ challenge: z.string() });

/** One of the caller's passkeys. */
export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;
