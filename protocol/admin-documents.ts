import { z } from "zod";
import { listQuerySchema, pageOf } from "./admin.ts";
import { documentKinds } from "./document-kinds.ts";
import { versionNumberSchema } from "./document-versions.ts";
import { documentRefreshSchema, refreshEverySchema } from "./refresh.ts";
import { plainText } from "./requests.ts";

const documentStatusSchema = z.enum(["queued", "processing", "searchable", "ready", "failed"]);
export const documentSchema = z.object({
  id: z.string(),
  title: z.string(),
  source: z.string(),
  url: z.string().nullable(),
  set: z.string().nullable(),
  kind: z.enum(documentKinds),
  locale: z.string(),
  audience: z.string(),
  valid_from: z.string().nullable(),
  valid_until: z.string().nullable(),
  status: documentStatusSchema,
  /** The version shown here: the one added or restored last; 0 while the first is not fetched. */
  version: z.number().int(),
  /** The version that answers use; null before the first. */
  served_version: z.number().int().nullable(),
  pages: z.number().int(),
  chunks: z.number().int(),
  /** Chunks that have a vector. */
  embedded: z.number().int(),
  /** Share of the file's visible text that was extracted, 0..1. */
  coverage: z.number().min(0).max(1),
  /** Why it failed, in words for people. */
  error: z.string().nullable(),
  /** Notes for people about the parsing. */
  notes: z.array(z.string()),
  /** Completed share of the work, 0..1. */
  progress: z.number().min(0).max(1),
  /** The current step: fetching, reading, indexing, embedding. */
  step: z.string().nullable(),
  /** The newest version in an open release; null without one. */
  draft: z.object({ release_id: z.string(), version: z.number().int().nullable() }).nullable(),
  /** For a page: its refresh schedule. Null for a file or a text. */
  refresh: documentRefreshSchema.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type DocumentView = z.infer<typeof documentSchema>;
export const documentListResponseSchema = pageOf(documentSchema);

export const documentListQuerySchema = listQuerySchema.extend({
  /** Only documents of this set. */
  set: plainText.max(100).optional(),
  kind: z.enum(documentKinds).optional(),
  /** Text of the title or the source. */
  q: plainText.trim().max(200).optional(),
});
export type DocumentListQuery = z.infer<typeof documentListQuerySchema>;

/** A day (`2026-01-31`) or a time with its zone, as ISO 8601. */
const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);
/** A BCP 47 tag such as `en` or `pt-BR`. */
const locale = z
  .string()
  .regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,3}$/, "must be a language tag, for example en or pt-BR");
const name = (length: number) => plainText.trim().min(1).max(length);
const address = z.url({ protocol: /^https?$/ }).max(2_000);

const metadata = {
  title: name(300).optional(),
  /** A named group of documents. */
  set: name(100).optional(),
  /** A company policy, a regulation, or other; `other` for a new document. */
  kind: z.enum(documentKinds).optional(),
  locale: locale.optional(),
  /** The audience of answers from it; `public` for everybody. */
  audience: name(100).optional(),
  /** Answers use it from this time, and until this time. */
  valid_from: moment.optional(),
  valid_until: moment.optional(),
  /** The id of a document that gets this content as its next version, independent of its source. */
  replace: z.uuid().optional(),
};

const drafting = {
  /** The open release of a draft; a new one when it is left out. */
  release: z.uuid().optional(),
};

function isPeriod({
  valid_from: from,
  valid_until: until,
}: {
  valid_from?: string | null;
  valid_until?: string | null;
}) {
  return !from || !until || Date.parse(from) < Date.parse(until);
}
const period = { message: "must be after valid_from", path: ["valid_until"] };

const plainFormatSchema = z.enum(["markdown", "html", "text"]);
/** The format of a text. */
export type PlainFormat = z.infer<typeof plainFormatSchema>;

/** A text, or the address of a page or a sitemap. */
export const addDocumentRequestSchema = z
  .strictObject({
    ...metadata,
    /** The path or address of the text; adding the same source again makes a new version. */
    source: plainText.min(1).max(2_000).optional(),
    /** The text. Without it the page at `url` is fetched. */
    content: plainText.min(1).max(5_000_000).optional(),
    /** The address that citations link to. */
    url: address.optional(),
    /** Every page that this sitemap lists becomes a document. */
    sitemap: address.optional(),
    /** Only these pages of the sitemap; pages that it does not list are skipped. */
    pages: z.array(address).min(1).max(5_000).optional(),
    format: plainFormatSchema.optional(),
    /** How often the page, or each page of the sitemap, is fetched again. Without it the schedule stays, or is off. */
    refresh: refreshEverySchema.optional(),
    ...drafting,
    publish: z.boolean().optional(),
  })
  .refine(isPeriod, period)
  .refine(({ publish, release }) => release === undefined || publish === false, {
    message: "only works for drafts: also set publish to false",
    path: ["release"],
  })
  .refine(({ publish, sitemap, refresh }) => publish !== false || (sitemap ?? refresh) === undefined, {
    message: "cannot be used with a sitemap or refresh",
    path: ["publish"],
  })
  .refine(({ content, refresh }) => content === undefined || refresh === undefined, {
    message: "can only be used with url or sitemap",
    path: ["refresh"],
  })
  .refine(({ content, source }) => content === undefined || source !== undefined, {
    message: "is required with content",
    path: ["source"],
  })
  .refine(({ content, url, sitemap }) => content !== undefined || url !== undefined || sitemap !== undefined, {
    message: "pass content, url or sitemap",
    path: ["content"],
  })
  .refine(({ content, url, sitemap, replace }) => !sitemap || (content ?? url ?? replace) === undefined, {
    message: "cannot be combined with content, url or replace",
    path: ["sitemap"],
  })
  .refine(({ pages, sitemap }) => pages === undefined || sitemap !== undefined, {
    message: "is required with sitemap",
    path: ["pages"],
  });
export type AddDocumentRequest = z.infer<typeof addDocumentRequestSchema>;

/** The fields beside the files of an upload (`multipart/form-data`). */
export const uploadFieldsSchema = z
  .strictObject({
    ...metadata,
    source: plainText.min(1).max(2_000).optional(),
    url: address.optional(),
    ...drafting,
    publish: z.enum(["true", "false"]).optional(),
  })
  .refine(isPeriod, period)
  .refine(({ publish, release }) => release === undefined || publish === "false", {
    message: "only works for drafts: also set publish to false",
    path: ["release"],
  });
export type UploadFields = z.infer<typeof uploadFieldsSchema>;

export const jobSchema = z.object({
  id: z.string(),
  kind: z.enum([
    "fetch",
    "ingest",
    "embed",
    "crawl",
    "thread",
    "snippet",
    "email",
    "account_email",
    "memory",
    "memory_vectors",
    "draft",
    "release_run",
  ]),
  status: z.enum(["queued", "running", "done", "failed"]),
  document_id: z.string().nullable(),
  /** The address of the sitemap of a `crawl`. */
  address: z.string().nullable(),
  step: z.string().nullable(),
  progress: z.number().min(0).max(1),
  attempts: z.number().int(),
  /** Why the last attempt failed, in words for people. */
  error: z.string().nullable(),
  /** For a `crawl`: the number of added pages, and skipped addresses with the reason. */
  pages: z.number().int().optional(),
  left_out: z.array(z.object({ url: z.string(), reason: z.string() })).optional(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type JobView = z.infer<typeof jobSchema>;
export const jobListQuerySchema = listQuerySchema.extend({ status: jobSchema.shape.status.optional() });
export const jobListResponseSchema = pageOf(jobSchema);

export const addDocumentResponseSchema = z.object({
  /** The first of `documents`; missing while a sitemap is not read. */
  document: documentSchema.optional(),
  documents: z.array(documentSchema),
  /** The job that reads a sitemap. */
  job: jobSchema.optional(),
  /** The release of the drafts. */
  release: z.string().optional(),
});
export type AddDocumentResponse = z.infer<typeof addDocumentResponseSchema>;

/** The metadata of a document; null removes a value. */
export const changeDocumentRequestSchema = z
  .strictObject({
    title: name(300).optional(),
    url: address.nullable().optional(),
    set: name(100).nullable().optional(),
    kind: z.enum(documentKinds).optional(),
    locale: locale.optional(),
    audience: name(100).optional(),
    valid_from: moment.nullable().optional(),
    valid_until: moment.nullable().optional(),
    /** How often a page is fetched again. */
    refresh: refreshEverySchema.optional(),
  })
  .refine(isPeriod, period);
export type ChangeDocumentRequest = z.infer<typeof changeDocumentRequestSchema>;

export const documentPagesQuerySchema = z.object({ version: versionNumberSchema.optional() });
export const documentPagesResponseSchema = z.object({
  document_id: z.string(),
  version: z.number().int(),
  coverage: z.number().min(0).max(1),
  notes: z.array(z.string()),
  pages: z.array(z.object({ page: z.number().int().nullable(), text: z.string(), characters: z.number().int() })),
});
export type DocumentPages = z.infer<typeof documentPagesResponseSchema>;
