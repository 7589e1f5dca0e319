import { z } from "zod";
import { eraseRequestSchema } from "../../protocol/admin-erasures.ts";

/** Parses an operator's name for a visitor: an id, an e-mail address, or the id from the tenant's own site. */
export function nameVisitor(text: string) {
  const by = z.uuid().safeParse(text).success
    ? { id: text }
    : text.includes("@")
      ? { email: text }
      : { external_id: text };
  const parsed = eraseRequestSchema.parse({ kind: "visitor", ...by });
  if (parsed.kind !== "visitor") throw new Error("a visitor was named");
  return parsed;
}
