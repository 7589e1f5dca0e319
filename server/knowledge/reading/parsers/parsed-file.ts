import { z } from "zod";
import type { PlainFormat } from "../../../../protocol/admin-documents.ts";
import { type AttachmentKind, attachmentKindSchema } from "../../../../protocol/attachments.ts";
import type { Extraction } from "../extract/blocks.ts";

const page = z.int().positive().optional();

const blockSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("heading"), level: z.int().min(1).max(6), text: z.string(), page }),
  z.object({ type: z.literal("paragraph"), text: z.string(), page }),
  z.object({ type: z.literal("item"), text: z.string(), page }),
  z.object({ type: z.literal("table"), header: z.string().nullable(), rows: z.array(z.string()), page }),
  z.object({ type: z.literal("code"), language: z.string(), text: z.string(), page }),
]);

const readingSchema = z.object({
  format: z.enum(["pdf", "docx", "html", "markdown", "text", "csv"]),
  extraction: z.object({
    title: z.string().nullable(),
    blocks: z.array(blockSchema),
    coverage: z.number().min(0).max(1),
  }) satisfies z.ZodType<Extraction>,
  /** Pages of a PDF; 1 for what has no pages. */
  pages: z.int().positive(),
  /** What a person should know about how the file was read. */
  notes: z.array(z.string().max(500)).max(50),
});

/** What a parser's process found in a file. */
export type Reading = z.infer<typeof readingSchema>;

/** A file's text with where it stands, as ingestion and the console need it. */
export interface ParsedFile extends Reading {
  pageTexts: { page: number; text: string }[];
}

const pictureSchema = z.object({
  type: z.enum(["image/jpeg", "image/webp"]),
  width: z.int().positive(),
  height: z.int().positive(),
  base64: z.base64(),
});

/** What an attachment is by its bytes; of a picture, the two sizes in which it was drawn anew. */
export const inspectionSchema = z.object({
  kind: attachmentKindSchema,
  picture: z.object({ full: pictureSchema, preview: pictureSchema }).optional(),
});
export type Inspection = z.infer<typeof inspectionSchema>;

/** A mail without what it quotes; the bytes of its files come apart, in the same order. */
const emailReadingSchema = z.object({
  /** SHA-256 of the whole mail, in hex. */
  digest: z.hex().length(64),
  /** The sender's address in small letters; null when none can be read. */
  from: z.string().max(500).nullable(),
  text: z.string().max(400_000),
  kind: z.enum(["personal", "automatic", "bounce"]),
  files: z
    .array(
      z.object({ name: z.string().max(1_000).nullable(), type: z.string().max(200), bytes: z.int().nonnegative() }),
    )
    .max(10),
});
export type EmailReading = z.infer<typeof emailReadingSchema>;

/** What a parser's process writes, one JSON text a line. Nothing it says is believed unchecked. */
export const parserLineSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready") }),
  /** Pages are pictures, reading them takes the time set apart for that. */
  z.object({ type: z.literal("scans") }),
  z.object({ type: z.literal("read"), reading: readingSchema, peakBytes: z.number() }),
  z.object({ type: z.literal("inspected"), inspection: inspectionSchema, peakBytes: z.number() }),
  /** The next bytes of a mail's files, in pieces that take the reader no noticeable time. */
  z.object({ type: z.literal("piece"), base64: z.string() }),
  z.object({ type: z.literal("mail"), mail: emailReadingSchema, peakBytes: z.number() }),
  z.object({
    type: z.literal("unreadable"),
    reason: z.string().min(1).max(500),
    /** For the log: what went wrong inside. */
    detail: z.string().max(2_000),
    peakBytes: z.number(),
  }),
]);
export type ParserLine = z.infer<typeof parserLineSchema>;

/** What stands before the bytes of a file on the way to a parser's process, as one line of JSON. */
export interface ParserFrame {
  name: string;
  declaredType: string | null;
  /** Said by whoever gave the text; otherwise content, name and declared type decide together. */
  kind: PlainFormat | null;
  /** Set for an attachment, which is not read: only what it is counts, and whether that is among these. */
  allowed: AttachmentKind[] | null;
  /** Set for a mail: whether it comes alone or in the JSON of a webhook. */
  mail: { isJson: boolean } | null;
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
