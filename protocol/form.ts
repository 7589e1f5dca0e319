import { z } from "zod";
import { fieldKinds, formTimes, maxConsentChars, maxFields, maxLabelChars, maxOptions } from "./form-kinds.ts";
import { homeLinkSchema } from "./home.ts";
import { plainText } from "./plain-text.ts";

const label = plainText.trim().min(1).max(maxLabelChars);

/** One question. Fields for name, e-mail and phone have words in the visitor's language while they have no label of their own. */
export const formFieldSchema = z
  .strictObject({
    /** What the API calls it; stays while the label changes. */
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

/** What visitors have to agree to, and where it can be read. */
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

/** What a tenant asks of visitors, and when. */
export const formSettingsSchema = z.strictObject({
  when: z.enum(formTimes),
  fields: fieldsSchema,
  consent: consentSchema.nullable(),
});
export type FormSettings = z.infer<typeof formSettingsSchema>;

/** The form as one visitor gets it: without what is known of them already. */
export const visitorFormSchema = z.object({
  /** Goes up with each change of fields or consent; who has answered it is asked again. */
  version: z.number().int().nonnegative(),
  when: z.enum(["start", "person"]),
  fields: z.array(formFieldSchema),
  consent: consentSchema.nullable(),
  /** Something must be answered or agreed to; else it can be skipped. */
  is_required: z.boolean(),
});
export type VisitorForm = z.infer<typeof visitorFormSchema>;

/** `POST form`: the answers by id of their field. None at all: the visitor has skipped a form of which nothing is required. */
export const formRequestSchema = z.strictObject({
  version: z.number().int().nonnegative(),
  answers: z.record(z.string().max(40), plainText).refine((answers) => Object.keys(answers).length <= maxFields, {
    message: "has too many entries",
  }),
  /** What was agreed to is the text of that version. */
  consent: z.literal(true).optional(),
});
export type FormRequest = z.infer<typeof formRequestSchema>;

/** What a visitor answered, with the words they were asked in, and what they agreed to. */
export const formAnswersSchema = z.object({
  version: z.number().int(),
  /** The ticket in which it was asked. */
  ticket_id: z.string(),
  answers: z.array(
    z.object({ id: z.string(), kind: z.enum(fieldKinds), label: z.string().nullable(), value: z.string() }),
  ),
  consent: consentSchema.nullable(),
  /** When that was. */
  created_at: z.string(),
});
export type FormAnswers = z.infer<typeof formAnswersSchema>;

function isWithoutRepeats(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}
