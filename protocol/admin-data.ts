import { z } from "zod";

/** Kinds of data with a retention period: the shortest and longest period in days, and the default. */
export const retentionLimits = {
  /** Tickets in which nobody waits for a reply, with all their messages. */
  tickets: { least: 14, most: 3650, usual: null },
  /** The bytes of files in these tickets. */
  files: { least: 1, most: 3650, usual: null },
  /** The event history of these tickets; their messages stay. */
  events: { least: 14, most: 3650, usual: null },
  /** The assistant's checkpoints in these tickets. */
  checkpoints: { least: 14, most: 3650, usual: 30 },
  /** Conversations that were opened without a message. */
  empty_tickets: { least: 14, most: 3650, usual: 90 },
  /** Visitors without any ticket. */
  visitors: { least: 14, most: 3650, usual: null },
  /** Memories about visitors that were neither repeated nor used since. */
  memories: { least: 14, most: 3650, usual: null },
  /** Playground runs without a new question since. */
  playground: { least: 1, most: 3650, usual: null },
  /** Copilot conversations without a new question since, and older data about the use of documents. */
  copilot: { least: 1, most: 3650, usual: null },
  /** Recipients of e-mails, and e-mails that bounced. */
  mails: { least: 30, most: 3650, usual: null },
  /** Usage records of single model calls; the daily sums stay. */
  model_calls: { least: 30, most: 3650, usual: null },
  /** Webhook deliveries. */
  webhook_deliveries: { least: 1, most: 30, usual: 30 },
  /** Background jobs that are done or were given up. */
  jobs: { least: 1, most: 3650, usual: 30 },
  /** The audit log. */
  audit: { least: 90, most: 3650, usual: null },
} as const satisfies Record<string, { least: number; most: number; usual: number | null }>;

export type RetentionKind = keyof typeof retentionLimits;
export const retentionKinds = Object.keys(retentionLimits) as RetentionKind[]; // the keys of the record above

/** Days after which each kind is deleted; null: it is kept. */
const days = ({ least, most }: { least: number; most: number }) => z.int().min(least).max(most).nullable();
const kinds = <T extends z.ZodType>(of: (kind: RetentionKind) => T) =>
  Object.fromEntries(retentionKinds.map((kind) => [kind, of(kind)])) as Record<RetentionKind, T>; // one for each key

export const retentionRulesSchema = z.object({
  ...kinds((kind) => days(retentionLimits[kind])),
  // Webhook deliveries always have a limit: an endless list is useless.
  webhook_deliveries: z.int().min(1).max(30),
});
export type RetentionRules = z.infer<typeof retentionRulesSchema>;

/** `POST /admin/retention/preview`, `PATCH /admin/retention`: fields that are missing stay unchanged. */
export const retentionPatchSchema = z.strictObject(retentionRulesSchema.partial().shape);
export type RetentionPatch = z.infer<typeof retentionPatchSchema>;

const countsSchema = z.object(kinds(() => z.int().nonnegative()));
export type RetentionCounts = z.infer<typeof countsSchema>;

/** One retention run. */
export const retentionRunSchema = z.object({
  id: z.string(),
  started_at: z.string(),
  /** Null: the run is in progress or will be continued. */
  finished_at: z.string().nullable(),
  /** The person or key that started it; null for a scheduled run. */
  asked_by: z.object({ kind: z.string(), id: z.string() }).nullable(),
  counts: countsSchema,
});
export type RetentionRun = z.infer<typeof retentionRunSchema>;

/** `GET /admin/retention`. */
export const retentionSchema = z.object({
  rules: retentionRulesSchema,
  limits: z.object(kinds(() => z.object({ least: z.number(), most: z.number(), usual: z.number().nullable() }))),
  /** Time of the next run; null: soon. */
  next_at: z.string().nullable(),
  /** Newest first. Runs that deleted nothing are left out, unless somebody started them. */
  runs: z.array(retentionRunSchema),
});
export type Retention = z.infer<typeof retentionSchema>;

/** The number of rows that these rules would delete now, by kind. */
export const retentionPreviewSchema = z.object({ rules: retentionRulesSchema, counts: countsSchema });
export type RetentionPreview = z.infer<typeof retentionPreviewSchema>;
