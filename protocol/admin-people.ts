import { z } from "zod";
import { memberRoleSchema } from "./admin.ts";
import { awaySchema } from "./assignment.ts";
import { plainText } from "./requests.ts";

/** Members, API keys and domains of a tenant, for its admins. */
export const personSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: memberRoleSchema,
  /** Name that visitors see; null: the person's own name. */
  shown_as: z.string().nullable(),
  /** Version of the picture at `people/{id}/picture`; null: no picture. */
  picture: z.string().nullable(),
  /** Whether the person signs in with two factors. */
  two_factor: z.boolean(),
  /** The person has the console open. */
  here: z.boolean(),
  away: awaySchema.nullable(),
  /** Last action in this tenant; null before the first. */
  last_seen_at: z.string().nullable(),
  created_at: z.string(),
});
export type Person = z.infer<typeof personSchema>;

export const invitationSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: memberRoleSchema,
  /** State of the invitation e-mail; `none`: the inviting admin received the link. */
  mail: z.enum(["none", "waiting", "sent", "failed"]),
  expires_at: z.string(),
  created_at: z.string(),
});
export type Invitation = z.infer<typeof invitationSchema>;

export const peopleResponseSchema = z.object({
  items: z.array(personSchema),
  invitations: z.array(invitationSchema),
  /** Whether this installation sends e-mail. */
  sends_mail: z.boolean(),
});
export type PeopleResponse = z.infer<typeof peopleResponseSchema>;

export const addPersonRequestSchema = z.strictObject({
  email: z.email().max(320),
  name: plainText.min(1).max(100).optional(),
  role: memberRoleSchema,
});
/** The password is shown only once. */
export const addPersonResponseSchema = z.object({ id: z.string(), email: z.string(), password: z.string() });

export const changePersonRequestSchema = z.strictObject({ role: memberRoleSchema });
/** Number of tickets that were unassigned and wait for the team again. */
export const removePersonResponseSchema = z.object({ tickets: z.number().int() });
/** Number of tickets that the person is working on. */
export const personTicketsResponseSchema = z.object({ tickets: z.number().int() });

/** `link`: the caller wants the link in the response, not by e-mail. Without a mail server the response always has it. */
const linkWish = { link: z.boolean().optional() };
export const inviteRequestSchema = z.strictObject({ email: z.email().max(320), role: memberRoleSchema, ...linkWish });
export const resendRequestSchema = z.strictObject(linkWish).optional();
/** The link is shown only once; null: it was sent by e-mail. */
export const inviteResponseSchema = z.object({ invitation: invitationSchema, link: z.string().nullable() });
export type InviteResponse = z.infer<typeof inviteResponseSchema>;
/** A link to set a colleague's password; shown only once. */
export const resetLinkResponseSchema = z.object({ link: z.string(), expires_at: z.string() });
export type ResetLinkResponse = z.infer<typeof resetLinkResponseSchema>;

/** Ten years. A key that should last longer gets no end. */
export const maxKeyDays = 3_650;
export const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Name that visitors see; null: the tenant's name, as for the team. */
  speaks_as: z.string().nullable(),
  prefix: z.string(),
  role: memberRoleSchema,
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  /** Time at which the key expires; null: never. */
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;
export const apiKeysResponseSchema = z.object({ items: z.array(apiKeySchema) });
export const createKeyRequestSchema = z.strictObject({
  name: plainText.min(1).max(100),
  speaks_as: plainText.trim().min(1).max(100).optional(),
  role: memberRoleSchema,
  /** Days until the key expires; absent: never. */
  expires_in_days: z.int().min(1).max(maxKeyDays).optional(),
});
export type CreateKeyRequest = z.infer<typeof createKeyRequestSchema>;
/** The key is shown only once. */
export const createKeyResponseSchema = z.object({
  id: z.string(),
  name: z.string(),
  speaks_as: z.string().nullable(),
  role: memberRoleSchema,
  expires_at: z.string().nullable(),
  api_key: z.string(),
});

export const domainRequestSchema = z.strictObject({ domain: plainText.min(1).max(300) });
export const domainsResponseSchema = z.object({ domains: z.array(z.string()) });
