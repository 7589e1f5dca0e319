import { z } from "zod";
import { mostDocuments } from "./copilot-limits.ts";
import { documentKinds } from "./document-kinds.ts";
import { chunkIdSchema, documentIdSchema } from "./ids.ts";

/** The actions of the copilot. */
export const copilotActionSchema = z.enum(["summarize", "inquire", "compare", "audit"]);
export type CopilotAction = z.infer<typeof copilotActionSchema>;

export { mostDocuments };
/** Longest excerpt, in UTF-16 units: two or three sentences. */
export const maxExcerptChars = 300;

/** One version of a document. Two versions of a document count as two documents. */
export const copilotDocumentSchema = z.object({
  document_id: documentIdSchema,
  version_id: z.string(),
  /** From 1. */
  version: z.number().int(),
  /** Name that people see: "2024", "Q1 2025". */
  label: z.string().nullable(),
  is_current: z.boolean(),
  title: z.string(),
  kind: z.enum(documentKinds),
  set: z.string().nullable(),
  created_at: z.iso.datetime(),
});
export type CopilotDocument = z.infer<typeof copilotDocumentSchema>;

/** An exact quote from a source. */
export const excerptSchema = z.object({
  /** Null for a web page. */
  chunk_id: chunkIdSchema.nullable(),
  document_id: documentIdSchema.nullable(),
  version_id: z.string().nullable(),
  title: z.string(),
  /** Label or number of the version, if the document has several or this one is not current. */
  version: z.string().nullable(),
  url: z.string().nullable(),
  page: z.number().int().nullable(),
  heading: z.string().nullable(),
  text: z.string().max(maxExcerptChars),
  is_web: z.boolean(),
});
export type Excerpt = z.infer<typeof excerptSchema>;

/** Indexes in the message's `excerpts`. */
const proofSchema = z.array(z.number().int().nonnegative());

export const summaryResultSchema = z.object({
  action: z.literal("summarize"),
  documents: z.array(
    z.object({
      version_id: z.string(),
      title: z.string(),
      points: z.array(z.object({ heading: z.string().nullable(), text: z.string(), proof: proofSchema })),
    }),
  ),
});
export type SummaryResult = z.infer<typeof summaryResultSchema>;

export const inquiryResultSchema = z.object({
  action: z.literal("inquire"),
  /** Markdown with `[n]` for `excerpts[n - 1]`. Empty when nothing answers the question. */
  answer: z.string(),
  documents: z.array(
    z.object({ version_id: z.string().nullable(), title: z.string(), text: z.string(), proof: proofSchema }),
  ),
});
export type InquiryResult = z.infer<typeof inquiryResultSchema>;

/** A difference between two statements, in the words of each. */
export const changeSchema = z.object({
  kind: z.enum(["number", "date", "obligation", "negation", "opposite", "wording"]),
  here: z.string(),
  there: z.string(),
});
export type Change = z.infer<typeof changeSchema>;

/** One row of the comparison. */
export const comparedRowSchema = z.object({
  kind: z.enum(["same", "changed", "only_in_one"]),
  /** Its subject: a heading or a topic. */
  aspect: z.string(),
  /** A model's explanation of the change; empty without one. */
  note: z.string(),
  /** One cell for each document with a statement. */
  cells: z.array(z.object({ version_id: z.string(), text: z.string(), proof: proofSchema })),
  /** Changes from the first cell to the second, the most important first. */
  changes: z.array(changeSchema),
  /** Importance, 0 to 1: numbers, dates and obligations count more than wording. */
  weight: z.number().min(0).max(1),
});
export type ComparedRow = z.infer<typeof comparedRowSchema>;

export const comparisonResultSchema = z.object({
  action: z.literal("compare"),
  focus: z.string().nullable(),
  /** Plain text; empty with a focus. */
  overview: z.string(),
  rows: z.array(comparedRowSchema),
  /** Consequences of the differences; only a model writes them. */
  implications: z.array(z.object({ text: z.string(), proof: proofSchema })),
});
export type ComparisonResult = z.infer<typeof comparisonResultSchema>;

export const severitySchema = z.enum(["low", "medium", "high"]);
export type Severity = z.infer<typeof severitySchema>;

export const findingSchema = z.object({
  /** Unique within the result. */
  id: z.string(),
  /** The policy that the finding refers to. */
  target_version_id: z.string(),
  theme: z.string(),
  severity: severitySchema,
  kind: z.enum(["number", "date", "obligation", "negation", "opposite", "missing", "unclear"]),
  /** A possible consequence, in a sentence. */
  consequence: z.string(),
  /** The audited words with their position in UTF-16 units. Null when something is missing in the text. */
  here: z.object({ start: z.number().int(), end: z.number().int(), text: z.string() }).nullable(),
  /** The words of the policy: index in `excerpts`. */
  there: z.number().int().nonnegative(),
  suggestion: z.string(),
  confidence: z.number().min(0).max(1),
  changes: z.array(changeSchema),
});
export type Finding = z.infer<typeof findingSchema>;

export const besideSchema = z.object({
  here: z.object({ start: z.number().int(), end: z.number().int(), text: z.string() }),
  /** The words of the policy: index in `excerpts`. */
  there: z.number().int().nonnegative(),
  target_version_id: z.string(),
  changes: z.array(changeSchema),
});
export type Beside = z.infer<typeof besideSchema>;

export const auditResultSchema = z.object({
  action: z.literal("audit"),
  /** `unclear`: the policies cover little of the text. `not_judged`: no model was available. */
  status: z.enum(["in_line", "to_be_checked", "violated", "unclear", "not_judged"]),
  findings: z.array(findingSchema),
  /** Without a model: each statement beside the nearest section of a policy, with different numbers and dates. */
  beside: z.array(besideSchema),
  /** Number of statements in the text, and of those that a policy covers. */
  statements: z.number().int(),
  matched: z.number().int(),
});
export type AuditResult = z.infer<typeof auditResultSchema>;

export const copilotResultSchema = z.discriminatedUnion("action", [
  summaryResultSchema,
  inquiryResultSchema,
  comparisonResultSchema,
  auditResultSchema,
]);
export type CopilotResult = z.infer<typeof copilotResultSchema>;

/**
 * Two separate measures: how well the evidence fits (`retrieval`, mean similarity), and the confidence of the conclusion (`inference`).
 */
export const confidenceSchema = z.object({
  retrieval: z.number().nullable(),
  level: z.enum(["high", "medium", "low"]).nullable(),
  inference: z.number().nullable(),
  judge: z.enum(["model", "rules"]).nullable(),
});
export type Confidence = z.infer<typeof confidenceSchema>;

/** A question that pauses a run. */
export const copilotQuestionSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("choose_action"),
    id: z.string(),
    prompt: z.string(),
    options: z.array(copilotActionSchema),
  }),
  z.object({
    type: z.literal("choose_documents"),
    id: z.string(),
    prompt: z.string(),
    action: copilotActionSchema,
    options: z.array(copilotDocumentSchema),
    /** Preselected options: versions that the person certainly means. */
    certain: z.array(z.uuid()),
    least: z.number().int(),
    most: z.number().int(),
  }),
  z.object({ type: z.literal("give_text"), id: z.string(), prompt: z.string(), action: copilotActionSchema }),
  z.object({
    type: z.literal("low_retrieval"),
    id: z.string(),
    prompt: z.string(),
    action: copilotActionSchema,
    options: z.array(z.enum(["tag_documents", "search_web", "go_on"])),
  }),
]);
export type CopilotQuestion = z.infer<typeof copilotQuestionSchema>;
