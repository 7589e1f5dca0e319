import { z } from "zod";
import { settingsPatchSchema } from "./admin-settings.ts";
import { listQuerySchema, pageOf } from "./page.ts";
import { plainText } from "./plain-text.ts";

/** Most open releases, and most documents in one. */
export const maxOpenReleases = 50;
export const maxReleaseDocuments = 100;

export const releaseStateSchema = z.enum(["open", "published", "discarded", "rolled_back"]);
export type ReleaseState = z.infer<typeof releaseStateSchema>;

/** The settings that a release may change: guidance, tone, threshold and models. */
export const releaseSettingsSchema = settingsPatchSchema.pick({
  guidance: true,
  tone: true,
  threshold: true,
  models: true,
});
export type ReleaseSettings = z.infer<typeof releaseSettingsSchema>;

const name = plainText.trim().min(1).max(120);
export const newReleaseSchema = z.strictObject({ name, settings: releaseSettingsSchema.optional() });
export type NewRelease = z.infer<typeof newReleaseSchema>;

export const releaseChangeSchema = z.strictObject({
  name: name.optional(),
  /** Replaces all earlier settings of the release. */
  settings: releaseSettingsSchema.optional(),
});
export type ReleaseChange = z.infer<typeof releaseChangeSchema>;

const releaseDocumentSchema = z.object({
  document_id: z.string(),
  title: z.string(),
  source: z.string(),
  /** The draft's version number; null until its page is fetched. */
  version: z.number().int().nullable(),
  /** The version that is current, or was at the last test; null for a new document. */
  base_version: z.number().int().nullable(),
  state: z.enum(["reading", "ready", "failed"]),
  progress: z.number().min(0).max(1),
  /** Reason of the failure, in words for people. */
  error: z.string().nullable(),
  chunks: z.number().int(),
  /** The current version has changed since the comparison: test again before publishing. */
  is_outdated: z.boolean(),
});
export type ReleaseDocument = z.infer<typeof releaseDocumentSchema>;

export const releaseSchema = z.object({
  id: z.string(),
  name: z.string(),
  state: releaseStateSchema,
  /** Increases with each change of the content; the caller sends it when publishing. */
  revision: z.number().int(),
  settings: releaseSettingsSchema,
  /** The values of these settings when they were added, or at the last test. */
  base: releaseSettingsSchema,
  documents: z.array(releaseDocumentSchema),
  /** Every document is parsed, and the release is not empty. */
  is_ready: z.boolean(),
  /** Something else was published in the meantime: test again before publishing. */
  is_outdated: z.boolean(),
  begun_by: z.string(),
  ended_by: z.string().nullable(),
  ended_at: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ReleaseView = z.infer<typeof releaseSchema>;

export const releaseListQuerySchema = listQuerySchema.extend({ state: releaseStateSchema.optional() });
export type ReleaseListQuery = z.infer<typeof releaseListQuerySchema>;
export const releaseListResponseSchema = pageOf(releaseSchema);
export type ReleaseListResponse = z.infer<typeof releaseListResponseSchema>;

export const publishReleaseSchema = z.strictObject({
  /** The revision that the caller has read; with a newer one the request fails. */
  revision: z.number().int().min(1),
  /** Admins only: publish without a test. */
  untried: z.boolean().optional(),
});
export type PublishRelease = z.infer<typeof publishReleaseSchema>;
