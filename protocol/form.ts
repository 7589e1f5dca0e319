import { z } from "zod";
import { fieldKinds, formTimes, maxConsentChars, maxFields, maxLabelChars, maxOptions } from "./form-kinds.ts";
import { homeLinkSchema } from "./home.ts";
import { plainText } from "./plain-text.ts";

const label = plainText.trim().min(1).max(maxLabelChars);

/** One question. A field for name, e-mail or phone without a label gets one in the visitor's language. */
export const formFieldSchema = z
  .strictObject({
    /** Name in the API; it stays the same when the label changes. */
    id: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, { message: "must be a name, for example order_number" }),
    kind: z.enum(fieldKinds),
    label: label.nullable().default(null),
    required: z.boolean().default(false),
    options: z
      .array(label)
      .min(2)
      .max(maxOptions)
      .refine(isWithoutRepeats, { message: "must not contain an option twice" })
      .optional(),
  })
  .superRefine(({ kind, label, options }, context) => {
    const hasOwnWords = kind === "name" || kind === "email" || kind === "phone";
    if (label === null && !hasOwnWords) context.addIssue({ code: "custom", path: ["label"], message: "is required" });
    if ((kind === "choice") !== (options !== undefined))
      context.addIssue({
        code: "custom",
        path: ["options"],
        message: "are required for a choice, and not allowed for other fields",
      });
  });
export type FormField = z.infer<typeof formFieldSchema>;

/** The text that visitors must agree to, with a link to the details. */
export const consentSchema = z.strictObject({
  text: plainText.trim().min(1).max(maxConsentChars),
  link: homeLinkSchema.nullable().default(null),
});
export type Consent = z.infer<typeof consentSchema>;

const fieldsSchema = z
  .array(formFieldSchema)
  .max(maxFields)
  .refine((fields) => isWithoutRepeats(fields.map(({ id }) => id)), { message: "must not contain an id twice" })
  .refine(
    (fields) => isWithoutRepeats(fields.map(({ kind }) => kind).filter((kind) => kind === "name" || kind === "email")),
    {
      message: "must not contain a name or e-mail field twice",
    },
  );

/** The tenant's questions for visitors, and when to ask them. */
export const formSettingsSchema = z.strictObject({
  when: z.enum(formTimes),
  fields: fieldsSchema,
  consent: consentSchema.nullable(),
});
export type FormSettings = z.infer<typeof formSettingsSchema>;

/** The form for one visitor, without the fields whose answers are already known. */
export const visitorFormSchema = z.object({
  /** Increases with each change of fields or consent; visitors who answered before are then asked again. */
  version: z.number().int().nonnegative(),
  when: z.enum(["start", "person"]),
  fields: z.array(formFieldSchema),
  consent: consentSchema.nullable(),
  /** True when an answer or the consent is required; otherwise the visitor can skip the form. */
  is_required: z.boolean(),
});
export type VisitorForm = z.infer<typeof visitorFormSchema>;

/** `POST form`: answers by field id. Without answers the visitor has skipped a form that requires none. */
export const formRequestSchema = z.strictObject({
  version: z.number().int().nonnegative(),
  answers: z.record(z.string().max(40), plainText).refine((answers) => Object.keys(answers).length <= maxFields, {
    message: "has too many entries",
  }),
  /** The visitor agreed to the text of that version. */
  consent: z.literal(true).optional(),
});
export type FormRequest = z.infer<typeof formRequestSchema>;

/** A visitor's answers, with the labels at that time, and the consent. */
export const formAnswersSchema = z.object({
  version: z.number().int(),
  /** The ticket that showed the form. */
  ticket_id: z.string(),
  answers: z.array(
    z.object({ id: z.string(), kind: z.enum(fieldKinds), label: z.string().nullable(), value: z.string() }),
  ),
  consent: consentSchema.nullable(),
  created_at: z.string(),
});
export type FormAnswers = z.infer<typeof formAnswersSchema>;

function isWithoutRepeats(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}
