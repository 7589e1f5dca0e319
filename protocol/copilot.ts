import { z } from "zod";
import { mostDocuments } from "./copilot-limits.ts";
import { documentKinds } from "./document-kinds.ts";
import { chunkIdSchema, documentIdSchema } from "./ids.ts";

/** What the copilot does (design: one way of finding, asking back and proving for each). */
export const copilotActionSchema = z.enum(["summarize", "inquire", "compare", "audit"]);
export type CopilotAction = z.infer<typeof copilotActionSchema>;

export { mostDocuments };
/** Longest excerpt, in UTF-16 units: two or three sentences. */
export const maxExcerptChars = 300;

/** One version of a document: two versions of one are two documents. */
export const copilotDocumentSchema = z.object({
  document_id: documentIdSchema,
  version_id: z.string(),
  /** From 1. */
  version: z.number().int(),
  /** What people call this version: "2024", "Q1 2025". */
  label: z.string().nullable().default(null),
  is_current: z.boolean(),
  title: z.string(),
  /** Earlier results say other words. */
  kind: z.enum(documentKinds).catch("other"),
  set: z.string().nullable(),
  created_at: z.iso.datetime(),
});
export type CopilotDocument = z.infer<typeof copilotDocumentSchema>;

/** Words of a source, letter for letter as they stand in it. */
export const excerptSchema = z.object({
  /** Null of a page of the web. */
  chunk_id: chunkIdSchema.nullable(),
  document_id: documentIdSchema.nullable(),
  version_id: z.string().nullable(),
  title: z.string(),
  /** Label or number of the version, where it is not the only one or not the current one. */
  version: z.string().nullable().default(null),
  url: z.string().nullable(),
  page: z.number().int().nullable(),
  heading: z.string().nullable(),
  text: z.string().max(maxExcerptChars),
  is_web: z.boolean(),
});
export type Excerpt = z.infer<typeof excerptSchema>;

/** Places in the message's `excerpts`. */
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
  /** Markdown with `[n]`, which is `excerpts[n - 1]`. Empty: nothing answers it. */
  answer: z.string(),
  documents: z.array(
    z.object({ version_id: z.string().nullable(), title: z.string(), text: z.string(), proof: proofSchema }),
  ),
});
export type InquiryResult = z.infer<typeof inquiryResultSchema>;

/** In what two statements differ, in the words of each. */
export const changeSchema = z.object({
  kind: z.enum(["number", "date", "obligation", "negation", "opposite", "wording"]),
  here: z.string(),
  there: z.string(),
});
export type Change = z.infer<typeof changeSchema>;

/** One line of the table: what the documents say to one thing. */
export const comparedRowSchema = z.object({
  kind: z.enum(["same", "changed", "only_in_one"]),
  /** What it is about: a heading or a theme. */
  aspect: z.string(),
  /** What changed, in a model's words; empty where none explains it. */
  note: z.string().default(""),
  /** For each document that says something to it. */
  cells: z.array(z.object({ version_id: z.string(), text: z.string(), proof: proofSchema })),
  /** From the first cell to the second; the weightiest first. */
  changes: z.array(changeSchema),
  /** 0 to 1, how much hangs on it: numbers, dates and obligations weigh more than wording. */
  weight: z.number().min(0).max(1),
});
export type ComparedRow = z.infer<typeof comparedRowSchema>;

export const comparisonResultSchema = z.object({
  action: z.literal("compare"),
  focus: z.string().nullable(),
  /** Plain words; empty with a focus. */
  overview: z.string(),
  rows: z.array(comparedRowSchema),
  /** What follows from the differences; only a model writes any. */
  implications: z.array(z.object({ text: z.string(), proof: proofSchema })),
});
export type ComparisonResult = z.infer<typeof comparisonResultSchema>;

export const severitySchema = z.enum(["low", "medium", "high"]);
export type Severity = z.infer<typeof severitySchema>;

export const findingSchema = z.object({
  /** Unique within the result. */
  id: z.string(),
  /** The policy that it is held against. */
  target_version_id: z.string(),
  theme: z.string(),
  severity: severitySchema,
  kind: z.enum(["number", "date", "obligation", "negation", "opposite", "missing", "unclear"]),
  /** What may come of it, in a sentence. */
  consequence: z.string(),
  /** The words of the text that was audited, with their place in it in UTF-16 units. Null: it says nothing where it should. */
  here: z.object({ start: z.number().int(), end: z.number().int(), text: z.string() }).nullable(),
  /** The words of the policy: place in `excerpts`. */
  there: z.number().int().nonnegative(),
  suggestion: z.string(),
  confidence: z.number().min(0).max(1),
  changes: z.array(changeSchema),
});
export type Finding = z.infer<typeof findingSchema>;

export const besideSchema = z.object({
  here: z.object({ start: z.number().int(), end: z.number().int(), text: z.string() }),
  /** The words of the policy: place in `excerpts`. */
  there: z.number().int().nonnegative(),
  target_version_id: z.string(),
  changes: z.array(changeSchema),
});
export type Beside = z.infer<typeof besideSchema>;

export const auditResultSchema = z.object({
  action: z.literal("audit"),
  /** `unclear`: the policies cover little of the text. `not_judged`: no model was there to judge. */
  status: z.enum(["in_line", "to_be_checked", "violated", "unclear", "not_judged"]),
  findings: z.array(findingSchema),
  /** Without a model: each statement beside the nearest section of a policy, with the numbers and dates that differ. */
  beside: z.array(besideSchema).default([]),
  /** Statements of the text, and how many of them a policy says something to. */
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

/** How well what was found fits (`retrieval`, mean similarity), and how sure who concluded from it is (`inference`): never one figure. */
export const confidenceSchema = z.object({
  retrieval: z.number().nullable(),
  level: z.enum(["high", "medium", "low"]).nullable(),
  inference: z.number().nullable(),
  judge: z.enum(["model", "rules"]).nullable(),
});
export type Confidence = z.infer<typeof confidenceSchema>;

/** What a person is asked before a run goes on. */
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
    /** Versions among the options that were named for certain: they are chosen unless somebody takes them out. */
    certain: z.array(z.uuid()).default([]),
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
