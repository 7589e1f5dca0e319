import { z } from "zod";
import { memberRoleSchema } from "./admin.ts";
import { passkeySchema } from "./passkeys.ts";
import { plainText } from "./requests.ts";

/** A person's own account: getting in by a link, and what they keep themselves. */

export const minPasswordChars = 10;
export const maxPasswordChars = 200;
const newPassword = z.string().min(minPasswordChars).max(maxPasswordChars);
/** One that is compared with what is stored, whatever rules it was made under. */
const givenPassword = z.string().min(1).max(maxPasswordChars);
const linkToken = z.string().regex(/^[\w-]{43}$/);
const personName = plainText.trim().min(1).max(100);

export const signInRequestSchema = z.strictObject({
  email: z.string().min(1).max(320),
  password: givenPassword,
  rememberMe: z.boolean().optional(),
});

export const linkRequestSchema = z.strictObject({ token: linkToken });
/** What an invitation says to whoever holds its link. */
export const openInvitationSchema = z.object({
  tenant: z.string(),
  email: z.string(),
  role: memberRoleSchema,
  invited_by: z.string(),
  /** True when the address has an account, whose owner signs in to join. */
  has_account: z.boolean(),
});
export type OpenInvitation = z.infer<typeof openInvitationSchema>;
export const acceptInvitationRequestSchema = z.strictObject({
  token: linkToken,
  name: personName,
  password: newPassword,
});

export const forgotRequestSchema = z.strictObject({ email: z.email().max(320) });
/** `mail`: false where no mail server is set; an admin makes the link then. */
export const forgotResponseSchema = z.object({ mail: z.boolean() });
export const resetRequestSchema = z.strictObject({ token: linkToken, password: newPassword });

/** `GET /auth/sign-in/ways`: how one gets in here. */
export const signInWaysSchema = z.object({
  /** False where the operator's provider is the only way. */
  password: z.boolean(),
  /** The operator's provider, as the button calls it. */
  oidc: z.object({ name: z.string() }).nullable(),
  /** Where passkeys work; null where they are not used. */
  passkeys: z.string().nullable(),
});
export type SignInWays = z.infer<typeof signInWaysSchema>;
export const oidcStartRequestSchema = z.strictObject({
  /** Page of the console to come back to. */
  return_to: z
    .string()
    .regex(/^\/console(?:\/[\w-]+)*\/?$/)
    .max(200),
  /** Token of an invitation that is taken up with a new account. */
  invitation: linkToken.optional(),
});
/** Where the browser goes on to. */
export const oidcStartResponseSchema = z.object({ url: z.string() });
/** What stands behind `?sign_in=` when the provider's sign-in ended without one. */
export const signInProblems = [
  "cancelled",
  "unknown",
  "unverified",
  "domain",
  "expired",
  "invitation",
  "linked",
  "provider",
] as const;
export type SignInProblem = (typeof signInProblems)[number];

/** `GET /admin/me/profile`. */
export const profileSchema = z.object({
  name: z.string(),
  email: z.string(),
  shown_as: z.string().nullable(),
  picture: z.string().nullable(),
  /** False for somebody who came by the operator's provider and has set none. */
  has_password: z.boolean(),
  two_factor: z.boolean(),
  passkeys: z.array(passkeySchema),
  /** Where they work; null where they are not used. */
  passkey_origin: z.string().nullable(),
  sessions: z.array(
    z.object({
      id: z.string(),
      /** What the browser says of itself; null: nothing. */
      device: z.string().nullable(),
      last_seen_at: z.string(),
      created_at: z.string(),
      /** The one that asks. */
      current: z.boolean(),
    }),
  ),
});
export type Profile = z.infer<typeof profileSchema>;
export type OwnSession = Profile["sessions"][number];
export const changeProfileRequestSchema = z.strictObject({
  name: personName.optional(),
  /** Null: visitors see the person's own name. */
  shown_as: personName.nullable().optional(),
});
export type ChangeProfileRequest = z.infer<typeof changeProfileRequestSchema>;

/** Largest picture, bytes, and its edges, pixels: a mark in a list, drawn at twice its size. */
export const maxPictureBytes = 64 * 1024;
export const maxPictureEdge = 256;
export const pictureRequestSchema = z.strictObject({
  type: z.enum(["image/png", "image/webp"]),
  /** The bytes as base64. */
  data: z.base64().max(Math.ceil(maxPictureBytes / 3) * 4),
});

export const changePasswordRequestSchema = z.strictObject({ current: givenPassword, password: newPassword });
export const switchTenantRequestSchema = z.strictObject({ tenant_id: z.uuid() });

export const passwordRequestSchema = z.strictObject({ password: givenPassword });
/** Shown this once: the key for the authenticator app, and the recovery codes. */
export const twoFactorStartSchema = z.object({ uri: z.string(), recovery_codes: z.array(z.string()) });
export type TwoFactorStart = z.infer<typeof twoFactorStartSchema>;
export const recoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) });
export const totpRequestSchema = z.strictObject({ code: z.string().regex(/^\d{6}$/) });
export const recoveryRequestSchema = z.strictObject({ code: z.string().min(1).max(40) });
