import { z } from "zod";
import { settingsPatchSchema } from "./admin-settings.ts";
import { listQuerySchema, pageOf } from "./page.ts";
import { plainText } from "./plain-text.ts";

/** Most releases that are open at the same time, and documents in one. */
export const maxOpenReleases = 50;
export const maxReleaseDocuments = 100;

export const releaseStateSchema = z.enum(["open", "published", "discarded", "rolled_back"]);
export type ReleaseState = z.infer<typeof releaseStateSchema>;

/** What of the settings may be tried: what the assistant is told, when it is sure enough, and its models. */
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
  /** In place of all that were in it. */
  settings: releaseSettingsSchema.optional(),
});
export type ReleaseChange = z.infer<typeof releaseChangeSchema>;

const releaseDocumentSchema = z.object({
  document_id: z.string(),
  title: z.string(),
  source: z.string(),
  /** The draft's number; null while its page is still to be fetched. */
  version: z.number().int().nullable(),
  /** The version that answers now, or did when the release was tried last; null: none does. */
  base_version: z.number().int().nullable(),
  state: z.enum(["reading", "ready", "failed"]),
  progress: z.number().min(0).max(1),
  /** Why it failed, in words for people. */
  error: z.string().nullable(),
  chunks: z.number().int(),
  /** Another version answers by now than the one it was compared with: try again before publishing. */
  is_outdated: z.boolean(),
});
export type ReleaseDocument = z.infer<typeof releaseDocumentSchema>;

export const releaseSchema = z.object({
  id: z.string(),
  name: z.string(),
  state: releaseStateSchema,
  /** Goes up with each change of what it holds; publishing names it. */
  revision: z.number().int(),
  settings: releaseSettingsSchema,
  /** What these settings were when they were put in, or tried last. */
  base: releaseSettingsSchema,
  documents: z.array(releaseDocumentSchema),
  /** Every document is read, and there is something to try. */
  is_ready: z.boolean(),
  /** Something else was published meanwhile: try again before publishing. */
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
  /** The revision that was seen; another one by now is refused. */
  revision: z.number().int().min(1),
  /** Admins only: although nobody has tried it. */
  untried: z.boolean().optional(),
});
export type PublishRelease = z.infer<typeof publishReleaseSchema>;
