import { z } from "zod";
import { memberRoleSchema } from "./admin.ts";
import { passkeySchema } from "./passkeys.ts";
import { plainText } from "./requests.ts";

/** A person's own account: sign-in links, and the settings that the person manages. */

export const minPasswordChars = 10;
export const maxPasswordChars = 200;
const newPassword = z.string().min(minPasswordChars).max(maxPasswordChars);
/** A password to compare with the stored one. It may be older than the present rules. */
const givenPassword = z.string().min(1).max(maxPasswordChars);
const linkToken = z.string().regex(/^[\w-]{43}$/);
const personName = plainText.trim().min(1).max(100);

export const signInRequestSchema = z.strictObject({
  email: z.string().min(1).max(320),
  password: givenPassword,
  rememberMe: z.boolean().optional(),
});

export const linkRequestSchema = z.strictObject({ token: linkToken });
/** Content of an invitation for the holder of its link. */
export const openInvitationSchema = z.object({
  tenant: z.string(),
  email: z.string(),
  role: memberRoleSchema,
  invited_by: z.string(),
  /** True when the address already has an account. Its owner signs in to join. */
  has_account: z.boolean(),
});
export type OpenInvitation = z.infer<typeof openInvitationSchema>;
export const acceptInvitationRequestSchema = z.strictObject({
  token: linkToken,
  name: personName,
  password: newPassword,
});

export const forgotRequestSchema = z.strictObject({ email: z.email().max(320) });
/** `mail` is false when no mail server is configured. Then an admin creates the link. */
export const forgotResponseSchema = z.object({ mail: z.boolean() });
export const resetRequestSchema = z.strictObject({ token: linkToken, password: newPassword });

/** `GET /auth/sign-in/ways`: the ways to sign in to this installation. */
export const signInWaysSchema = z.object({
  /** False when the operator's provider is the only way. */
  password: z.boolean(),
  /** The operator's identity provider; `name` is the button's label. */
  oidc: z.object({ name: z.string() }).nullable(),
  /** Origin where passkeys work; null when passkeys are off. */
  passkeys: z.string().nullable(),
});
export type SignInWays = z.infer<typeof signInWaysSchema>;
export const oidcStartRequestSchema = z.strictObject({
  /** Console page to return to. */
  return_to: z
    .string()
    .regex(/^\/console(?:\/[\w-]+)*\/?$/)
    .max(200),
  /** Token of an invitation to accept with a new account. */
  invitation: linkToken.optional(),
});
/** The address that the browser opens next. */
export const oidcStartResponseSchema = z.object({ url: z.string() });
/** Values of `?sign_in=` after a sign-in with the provider that did not succeed. */
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
  /** False for a person who signed in with the operator's provider and has set no password. */
  has_password: z.boolean(),
  two_factor: z.boolean(),
  passkeys: z.array(passkeySchema),
  /** Origin where passkeys work; null when passkeys are off. */
  passkey_origin: z.string().nullable(),
  sessions: z.array(
    z.object({
      id: z.string(),
      /** Device as the browser reports it; null when it reports none. */
      device: z.string().nullable(),
      last_seen_at: z.string(),
      created_at: z.string(),
      /** True for the session of this request. */
      current: z.boolean(),
    }),
  ),
});
export type Profile = z.infer<typeof profileSchema>;
export type OwnSession = Profile["sessions"][number];
export const changeProfileRequestSchema = z.strictObject({
  name: personName.optional(),
  /** Name that visitors see. Null: the person's own name. */
  shown_as: personName.nullable().optional(),
});
export type ChangeProfileRequest = z.infer<typeof changeProfileRequestSchema>;

/** Largest picture, in bytes, and its longest edge, in pixels: an icon in a list at double resolution. */
export const maxPictureBytes = 64 * 1024;
export const maxPictureEdge = 256;
export const pictureRequestSchema = z.strictObject({
  type: z.enum(["image/png", "image/webp"]),
  /** The picture's bytes as base64. */
  data: z.base64().max(Math.ceil(maxPictureBytes / 3) * 4),
});

export const changePasswordRequestSchema = z.strictObject({ current: givenPassword, password: newPassword });
export const switchTenantRequestSchema = z.strictObject({ tenant_id: z.uuid() });

export const passwordRequestSchema = z.strictObject({ password: givenPassword });
/** Shown only once: the key for the authenticator app and the recovery codes. */
export const twoFactorStartSchema = z.object({ uri: z.string(), recovery_codes: z.array(z.string()) });
export type TwoFactorStart = z.infer<typeof twoFactorStartSchema>;
export const recoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) });
export const totpRequestSchema = z.strictObject({ code: z.string().regex(/^\d{6}$/) });
export const recoveryRequestSchema = z.strictObject({ code: z.string().min(1).max(40) });
