import { z } from "zod";
import { memberRoleSchema } from "./admin.ts";
import { plainText } from "./requests.ts";

/** People, keys and domains of a tenant, as its admins manage them. */
export const personSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: memberRoleSchema,
  created_at: z.string(),
});
export const peopleResponseSchema = z.object({ items: z.array(personSchema) });
export const addPersonRequestSchema = z.strictObject({
  email: z.email().max(320),
  name: plainText.min(1).max(100).optional(),
  role: memberRoleSchema,
});
/** The password is shown this once. */
export const addPersonResponseSchema = z.object({ id: z.string(), email: z.string(), password: z.string() });

export const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Under which name it speaks to visitors; null: as the team, by the tenant's name. */
  speaks_as: z.string().nullable(),
  prefix: z.string(),
  role: memberRoleSchema,
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
export const apiKeysResponseSchema = z.object({ items: z.array(apiKeySchema) });
export const createKeyRequestSchema = z.strictObject({
  name: plainText.min(1).max(100),
  speaks_as: plainText.trim().min(1).max(100).optional(),
  role: memberRoleSchema,
});
/** The key is shown this once. */
export const createKeyResponseSchema = z.object({
  id: z.string(),
  name: z.string(),
  speaks_as: z.string().nullable(),
  role: memberRoleSchema,
  api_key: z.string(),
});

export const domainRequestSchema = z.strictObject({ domain: plainText.min(1).max(300) });
export const domainsResponseSchema = z.object({ domains: z.array(z.string()) });
