import { z } from "zod";
import { listQuerySchema, pageOf } from "./admin.ts";
import { plainText } from "./requests.ts";

/** One entry of the audit log: actor, action and target. */
export const auditItemSchema = z.object({
  id: z.string(),
  actor: z.object({
    kind: z.enum(["person", "api_key", "platform", "visitor", "system"]),
    id: z.string(),
    /** Null when the person or key no longer exists. */
    name: z.string().nullable(),
  }),
  action: z.string(),
  /** `name` is the present name; null when the target no longer exists. */
  target: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }).nullable(),
  /** For a change of settings: `changes`, with each setting before and after. */
  detail: z.record(z.string(), z.unknown()),
  /** Current names of the ids in `detail`, such as labels and people. */
  names: z.record(z.string(), z.string()),
  created_at: z.string(),
});
export type AuditItem = z.infer<typeof auditItemSchema>;
export const auditListResponseSchema = pageOf(auditItemSchema);

export const auditFilterSchema = z.object({
  /** Id of a person or an API key. */
  actor: plainText.max(100).optional(),
  /** A complete action, or the noun before its dot. */
  action: z
    .string()
    .max(60)
    .regex(/^[a-z_]+(\.[a-z_]+)?$/)
    .optional(),
  /** Part of a target's name, or of a previous or new value. */
  q: plainText.max(100).optional(),
});
export const auditQuerySchema = listQuerySchema.extend({ ...auditFilterSchema.shape, cursor: z.uuid().optional() });
