import { z } from "zod";
import { pageOf } from "./admin.ts";

/** One line of the record: who did what to what. */
export const auditItemSchema = z.object({
  id: z.string(),
  actor: z.object({ kind: z.enum(["person", "api_key", "platform", "visitor", "system"]), id: z.string() }),
  action: z.string(),
  target: z.object({ kind: z.string(), id: z.string() }).nullable(),
  detail: z.record(z.string(), z.unknown()),
  created_at: z.string(),
});
export type AuditItem = z.infer<typeof auditItemSchema>;
export const auditListResponseSchema = pageOf(auditItemSchema);
