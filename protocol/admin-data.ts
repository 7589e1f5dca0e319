import { z } from "zod";

/** What a tenant may keep for a time only, with the fewest and most days that can be said and what counts when nothing is. */
export const retentionLimits = {
  /** Tickets that nobody waits for, with everything that was said in them. */
  tickets: { least: 14, most: 3650, usual: null },
  /** The bytes of files in such tickets. */
  files: { least: 1, most: 3650, usual: null },
  /** How such tickets went, event by event; their messages stay. */
  events: { least: 14, most: 3650, usual: null },
  /** Where the assistant paused in such tickets. */
  checkpoints: { least: 14, most: 3650, usual: 30 },
  /** Chats that were opened and in which nothing was said. */
  empty_tickets: { least: 14, most: 3650, usual: 90 },
  /** Visitors without any ticket. */
  visitors: { least: 14, most: 3650, usual: null },
  /** What is remembered of visitors and was neither said again nor used since. */
  memories: { least: 14, most: 3650, usual: null },
  /** Talks in the playground that nobody asked in since. */
  playground: { least: 1, most: 3650, usual: null },
  /** Conversations with the copilot that nobody asked in since, and what was learned from the use of documents before. */
  copilot: { least: 1, most: 3650, usual: null },
  /** To whom mails went and which came back. */
  mails: { least: 30, most: 3650, usual: null },
  /** What each call of a model took; the sums of each day stay. */
  model_calls: { least: 30, most: 3650, usual: null },
  /** What webhooks were told. */
  webhook_deliveries: { least: 1, most: 30, usual: 30 },
  /** Work behind the answers that is done, or was given up. */
  jobs: { least: 1, most: 3650, usual: 30 },
  /** Who did what. */
  audit: { least: 90, most: 3650, usual: null },
} as const satisfies Record<string, { least: number; most: number; usual: number | null }>;

export type RetentionKind = keyof typeof retentionLimits;
export const retentionKinds = Object.keys(retentionLimits) as RetentionKind[]; // the keys of the record above

/** Days after which each kind is removed; null: it is kept. */
const days = ({ least, most }: { least: number; most: number }) => z.int().min(least).max(most).nullable();
const kinds = <T extends z.ZodType>(of: (kind: RetentionKind) => T) =>
  Object.fromEntries(retentionKinds.map((kind) => [kind, of(kind)])) as Record<RetentionKind, T>; // one for each key

export const retentionRulesSchema = z.object({
  ...kinds((kind) => days(retentionLimits[kind])),
  // A list of deliveries without an end is no use to anybody.
  webhook_deliveries: z.int().min(1).max(30),
});
export type RetentionRules = z.infer<typeof retentionRulesSchema>;

/** `POST /admin/retention/preview`, `PATCH /admin/retention`: what is named is changed. */
export const retentionPatchSchema = z.strictObject(retentionRulesSchema.partial().shape);
export type RetentionPatch = z.infer<typeof retentionPatchSchema>;

const countsSchema = z.object(kinds(() => z.int().nonnegative()));
export type RetentionCounts = z.infer<typeof countsSchema>;

/** One time that the rules were applied. */
export const retentionRunSchema = z.object({
  id: z.string(),
  started_at: z.string(),
  /** Null: it is under way, or will go on. */
  finished_at: z.string().nullable(),
  /** Who asked for it; null: it was due. */
  asked_by: z.object({ kind: z.string(), id: z.string() }).nullable(),
  counts: countsSchema,
});
export type RetentionRun = z.infer<typeof retentionRunSchema>;

/** `GET /admin/retention`. */
export const retentionSchema = z.object({
  rules: retentionRulesSchema,
  limits: z.object(kinds(() => z.object({ least: z.number(), most: z.number(), usual: z.number().nullable() }))),
  /** When the rules are applied next; null: soon. */
  next_at: z.string().nullable(),
  /** The newest first. Times at which nothing was to be removed are left out, unless somebody asked for them. */
  runs: z.array(retentionRunSchema),
});
export type Retention = z.infer<typeof retentionSchema>;

/** What these rules would remove now, of each kind. */
export const retentionPreviewSchema = z.object({ rules: retentionRulesSchema, counts: countsSchema });
export type RetentionPreview = z.infer<typeof retentionPreviewSchema>;
