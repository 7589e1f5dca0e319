import { z } from "zod";
import { memberRoleSchema } from "./admin.ts";
import { awaySchema } from "./assignment.ts";
import { plainText } from "./requests.ts";

/** People, keys and domains of a tenant, as its admins manage them. */
export const personSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: memberRoleSchema,
  /** Under which name visitors see them; null: by their own. */
  shown_as: z.string().nullable(),
  /** Version of the picture at `people/{id}/picture`; null: there is none. */
  picture: z.string().nullable(),
  /** Whether signing in takes a second step. */
  two_factor: z.boolean(),
  /** Has the console open. */
  here: z.boolean(),
  away: awaySchema.nullable(),
  /** When they last did something here; null: never yet. */
  last_seen_at: z.string().nullable(),
  created_at: z.string(),
});
export type Person = z.infer<typeof personSchema>;

export const invitationSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: memberRoleSchema,
  /** What became of its mail; `none`: the link was handed to whoever invited. */
  mail: z.enum(["none", "waiting", "sent", "failed"]),
  expires_at: z.string(),
  created_at: z.string(),
});
export type Invitation = z.infer<typeof invitationSchema>;

export const peopleResponseSchema = z.object({
  items: z.array(personSchema),
  invitations: z.array(invitationSchema),
  /** Whether this installation sends mail. */
  sends_mail: z.boolean(),
});
export type PeopleResponse = z.infer<typeof peopleResponseSchema>;

export const addPersonRequestSchema = z.strictObject({
  email: z.email().max(320),
  name: plainText.min(1).max(100).optional(),
  role: memberRoleSchema,
});
/** The password is shown this once. */
export const addPersonResponseSchema = z.object({ id: z.string(), email: z.string(), password: z.string() });

export const changePersonRequestSchema = z.strictObject({ role: memberRoleSchema });
/** How many tickets went back to waiting for a person. */
export const removePersonResponseSchema = z.object({ tickets: z.number().int() });
export type RemovePersonResponse = z.infer<typeof removePersonResponseSchema>;
/** How many tickets a person works on now. */
export const personTicketsResponseSchema = z.object({ tickets: z.number().int() });

/** `link`: the link is wanted in the answer, not by mail. Without a mail server it always is. */
const linkWish = { link: z.boolean().optional() };
export const inviteRequestSchema = z.strictObject({ email: z.email().max(320), role: memberRoleSchema, ...linkWish });
export const resendRequestSchema = z.strictObject(linkWish).optional();
/** The link is shown this once; null: it is on its way by mail. */
export const inviteResponseSchema = z.object({ invitation: invitationSchema, link: z.string().nullable() });
export type InviteResponse = z.infer<typeof inviteResponseSchema>;
/** Sets a colleague's password; shown this once. */
export const resetLinkResponseSchema = z.object({ link: z.string(), expires_at: z.string() });
export type ResetLinkResponse = z.infer<typeof resetLinkResponseSchema>;

/** Ten years: what is meant to last longer has no end. */
export const maxKeyDays = 3_650;
export const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Under which name it speaks to visitors; null: as the team, by the tenant's name. */
  speaks_as: z.string().nullable(),
  prefix: z.string(),
  role: memberRoleSchema,
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  /** When it ends by itself; null: never. */
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;
export const apiKeysResponseSchema = z.object({ items: z.array(apiKeySchema) });
export const createKeyRequestSchema = z.strictObject({
  name: plainText.min(1).max(100),
  speaks_as: plainText.trim().min(1).max(100).optional(),
  role: memberRoleSchema,
  /** After how many days it ends by itself; absent: never. */
  expires_in_days: z.int().min(1).max(maxKeyDays).optional(),
});
export type CreateKeyRequest = z.infer<typeof createKeyRequestSchema>;
/** The key is shown this once. */
export const createKeyResponseSchema = z.object({
  id: z.string(),
  name: z.string(),
  speaks_as: z.string().nullable(),
  role: memberRoleSchema,
  expires_at: z.string().nullable(),
  api_key: z.string(),
});
export type CreateKeyResponse = z.infer<typeof createKeyResponseSchema>;

export const domainRequestSchema = z.strictObject({ domain: plainText.min(1).max(300) });
export const domainsResponseSchema = z.object({ domains: z.array(z.string()) });
