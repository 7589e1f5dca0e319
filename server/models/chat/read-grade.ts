import { z } from "zod";
import type { GradeResult } from "../../assistant/ports.ts";
import { tierOf } from "../../grades/tier.ts";
import { jsonIn } from "./clean-text.ts";
import type { JsonShape } from "./wire.ts";

const statements = z.array(z.string().max(2_000)).max(50);

const gradeAnswerSchema = z.object({
  score: z.number().min(0).max(1),
  reason: z.string().max(2_000),
  supported: statements,
  unsupported: statements,
  missing: statements,
});

/** The shape as providers want it: every field required, none besides, no limits they do not know. */
export const gradeShape: JsonShape = {
  name: "grade",
  schema: {
    type: "object",
    additionalProperties: false,
    required: ["score", "reason", "supported", "unsupported", "missing"],
    properties: {
      score: { type: "number", description: "0 to 1" },
      reason: { type: "string" },
      supported: { type: "array", items: { type: "string" } },
      unsupported: { type: "array", items: { type: "string" } },
      missing: { type: "array", items: { type: "string" } },
    },
  },
};

/** Reads a model's grade; the error says what is wrong, in words the model can act on. */
export function readGrade(text: string): { grade: GradeResult } | { error: string } {
  let value: unknown;
  try {
    value = JSON.parse(jsonIn(text));
  } catch (error) {
    return { error: `not JSON: ${error instanceof Error ? error.message : "unreadable"}` };
  }
  const parsed = gradeAnswerSchema.safeParse(value);
  if (!parsed.success) return { error: z.prettifyError(parsed.error) };
  return { grade: { ...parsed.data, tier: tierOf(parsed.data.score) } };
}
