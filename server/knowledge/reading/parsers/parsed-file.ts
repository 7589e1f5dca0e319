import { z } from "zod";
import type { PlainFormat } from "../../../../protocol/admin-documents.ts";
import { type AttachmentKind, attachmentKindSchema } from "../../../../protocol/attachments.ts";
import { deliveryProblemSchema } from "../../../core/mailer/delivery-problem.ts";
import type { Extraction } from "../extract/blocks.ts";

const page = z.int().positive().optional();

const blockSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("heading"), level: z.int().min(1).max(6), text: z.string(), page }),
  z.object({ type: z.literal("paragraph"), text: z.string(), page }),
  z.object({ type: z.literal("item"), text: z.string(), page }),
  z.object({
    type: z.literal("table"),
    caption: z.string().nullable(),
    header: z.array(z.array(z.string())),
    rows: z.array(z.array(z.string())),
    page,
  }),
  z.object({ type: z.literal("code"), language: z.string(), text: z.string(), page }),
]);

const readingSchema = z.object({
  format: z.enum(["pdf", "docx", "xlsx", "pptx", "html", "markdown", "text", "csv"]),
  extraction: z.object({
    title: z.string().nullable(),
    blocks: z.array(blockSchema),
    coverage: z.number().min(0).max(1),
  }) satisfies z.ZodType<Extraction>,
  /** Number of pages of a PDF; 1 for other formats. */
  pages: z.int().positive(),
  /** Notes about the parsing, for users. */
  notes: z.array(z.string().max(500)).max(50),
});

/** A parser process's result for a file. */
export type Reading = z.infer<typeof readingSchema>;

/** A file's text with its structure, for ingestion and the console. */
export interface ParsedFile extends Reading {
  pageTexts: { page: number; text: string }[];
}

const pictureSchema = z.object({
  type: z.enum(["image/jpeg", "image/webp"]),
  width: z.int().positive(),
  height: z.int().positive(),
  base64: z.base64(),
});

/** The kind of an attachment, detected from its bytes; for a picture, its two new sizes. */
export const inspectionSchema = z.object({
  kind: attachmentKindSchema,
  picture: z.object({ full: pictureSchema, preview: pictureSchema }).optional(),
});
export type Inspection = z.infer<typeof inspectionSchema>;

/** An e-mail with its quotes apart. The process sends the bytes of its files separately, in the same order. */
const emailReadingSchema = z.object({
  /** SHA-256 of the whole e-mail, in hex. */
  digest: z.hex().length(64),
  /** The sender's address in lower case; null when there is none. */
  from: z.string().max(500).nullable(),
  /** The sender's name and the subject, each on one line; empty when there is none. */
  name: z.string().max(200),
  subject: z.string().max(500),
  /** Addresses of `Cc` in lower case. */
  cc: z.array(z.string().max(500)).max(50),
  /** The sender's own words. */
  text: z.string().max(400_000),
  /** Quotes and signatures; null when there are none. */
  folded: z.string().max(400_000).nullable(),
  kind: z.enum(["personal", "automatic", "bounce"]),
  /** Why an own e-mail was not delivered; null unless `kind` is `bounce`. */
  bounce: deliveryProblemSchema.nullable(),
  files: z
    .array(
      z.object({ name: z.string().max(1_000).nullable(), type: z.string().max(200), bytes: z.int().nonnegative() }),
    )
    .max(10),
});
export type EmailReading = z.infer<typeof emailReadingSchema>;

/** The output of a parser's process, one JSON text per line. It is untrusted, so it is validated. */
export const parserLineSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  /** The file has scanned pages; reading them has its own time limit. */
  z.object({ type: z.literal("scans") }),
  z.object({ type: z.literal("read"), reading: readingSchema, peakBytes: z.number() }),
  z.object({ type: z.literal("inspected"), inspection: inspectionSchema, peakBytes: z.number() }),
  /** The next bytes of an e-mail's files, in pieces small enough to be read without a noticeable delay. */
  z.object({ type: z.literal("piece"), base64: z.string() }),
  z.object({ type: z.literal("mail"), mail: emailReadingSchema, peakBytes: z.number() }),
  z.object({
    type: z.literal("unreadable"),
    reason: z.string().min(1).max(500),
    /** The internal error, for the log. */
    detail: z.string().max(2_000),
    peakBytes: z.number(),
  }),
]);
export type ParserLine = z.infer<typeof parserLineSchema>;

/** What is known about an e-mail before it is parsed; it finds the quotes of own e-mails in every language. */
export interface EmailHints {
  /** The mailbox that receives replies. */
  inbound: string;
  /** Tokens of the tickets that the e-mail is addressed to. */
  tokens: string[];
  /** Addresses that own e-mails come from, in lower case. */
  addresses: string[];
  /** Names of the tenant. */
  names: string[];
}

/** The header that precedes a file sent to a parser's process, as one line of JSON. */
export interface ParserFrame {
  name: string;
  declaredType: string | null;
  /** The format, if known. Otherwise it is detected from content, name and declared type. */
  kind: PlainFormat | null;
  /** The accepted kinds; set for an attachment, for which the process detects only the kind. */
  allowed: AttachmentKind[] | null;
  /** Set for an e-mail: whether it is raw or inside a webhook's JSON. */
  mail: { isJson: boolean; hints: EmailHints } | null;
  length: number;
  limits: {
    textBytes: number;
    scanTimeMs: number;
    scanPages: number;
    pages: number;
    characters: number;
    emailLines: number;
  };
}
