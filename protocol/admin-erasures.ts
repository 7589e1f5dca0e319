import { z } from "zod";
import { plainText } from "./requests.ts";

/** Most subjects that a receipt lists. */
export const maxReceiptSubjects = 10_000;

const counts = z.record(z.string().max(100), z.int().nonnegative());

/** Proof of an erasure: the erased subjects, the time, the requester and the amount. It contains none of the erased content. */
export const receiptSchema = z.strictObject({
  /** Format version. */
  format: z.literal("parley.erasure/1"),
  id: z.uuid(),
  /** Public address of the installation. */
  installation: z.string().max(500),
  kind: z.enum(["visitor", "ticket", "document", "tenant"]),
  /** SHA-256 of `parley:tenant:<id>`. */
  tenant: z.string().regex(/^[0-9a-f]{64}$/),
  /** SHA-256 of `parley:<kind>:<id>` for each erased visitor, ticket, document or tenant, up to the limit; `counts` covers all of them. */
  subjects: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(maxReceiptSubjects),
  asked_by: z.strictObject({ kind: z.string().max(50), id: z.string().max(200) }),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  /** Rows by table. `redis.keys`: Redis keys; `cache.answers`: cached answers; `auth.people`: accounts. */
  counts,
  /** Ed25519 signature over the JSON of everything except `signature`, with sorted keys and without spaces. */
  key: z.strictObject({ kid: z.string().max(50), public_key: z.string().max(200) }),
  signature: z.string().max(200),
});
export type Receipt = z.infer<typeof receiptSchema>;

/** `POST /admin/erasures` and `.../preview`. A visitor is given by one of three identifiers. */
export const eraseRequestSchema = z.union([
  z.strictObject({ kind: z.literal("visitor"), id: z.uuid() }),
  z.strictObject({ kind: z.literal("visitor"), external_id: plainText.min(1).max(200) }),
  z.strictObject({ kind: z.literal("visitor"), email: plainText.min(3).max(320) }),
  z.strictObject({ kind: z.literal("ticket"), id: z.uuid() }),
  z.strictObject({ kind: z.literal("document"), id: z.uuid() }),
]);
export type EraseRequest = z.infer<typeof eraseRequestSchema>;

/** Number of rows that the erasure would delete, by table; and number of visitors, tickets or documents. */
export const erasurePreviewSchema = z.object({ subjects: z.int().nonnegative(), counts });
export type ErasurePreview = z.infer<typeof erasurePreviewSchema>;

export const erasureSchema = z.object({
  id: z.string(),
  kind: z.enum(["visitor", "ticket", "document"]),
  /** `running`: the server continues by itself. */
  status: z.enum(["running", "done"]),
  asked_by: z.object({ kind: z.string(), id: z.string() }),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  counts,
  receipt: receiptSchema.nullable(),
});
export type Erasure = z.infer<typeof erasureSchema>;
export const erasuresSchema = z.object({ items: z.array(erasureSchema) });

/** `POST /admin/erasures/verify`. */
export const verifyReceiptSchema = z.strictObject({ receipt: z.record(z.string(), z.unknown()) });
export const verifiedReceiptSchema = z.object({
  valid: z.boolean(),
  /**
   * Reason why the receipt is not valid. `malformed`: not a receipt of this format; `signature`: it was changed; `unknown_key`: signed by
   * another installation.
   */
  reason: z.enum(["malformed", "signature", "unknown_key"]).nullable(),
});
export type VerifiedReceipt = z.infer<typeof verifiedReceiptSchema>;
