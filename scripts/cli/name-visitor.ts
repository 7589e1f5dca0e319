import { z } from "zod";
import { eraseRequestSchema } from "../../protocol/admin-erasures.ts";

/** A visitor as an operator names one: an id, an e-mail address, or the id that the tenant's own site gave. */
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
