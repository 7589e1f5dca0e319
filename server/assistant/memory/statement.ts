import { createHash } from "node:crypto";
import type { MemoryType } from "../../../protocol/memories.ts";
import { maxMemoryChars } from "../../../protocol/memories.ts";
import { withoutInvisible } from "../../core/text/invisible.ts";
import { isHarmless } from "./sensitive.ts";

/** A statement about a visitor that may be stored. */
export interface Statement {
  type: MemoryType;
  content: string;
  /** An attribute with one value, such as `plan`: a new value replaces the old one. Empty for statements of which there may be several. */
  subject: string;
  /** 0..1. */
  confidence: number;
  /** The message that contains the statement. */
  messageId: string | null;
  validUntil?: Date | null;
}

/** Text that addresses a model and says nothing about a visitor. */
const order =
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|rules?|prompts?|polic(?:y|ies)|previous|above|everything)\b|\bsystem prompt\b|\b(?:assistant|bot|model|ai)\b.{0,30}\b(?:must|should|has to|always|never)\b|\byou (?:are now|must|have to|will always)\b|<\/?[a-z_]+>|https?:\/\//i;

/** True for an instruction to a model. Such a text must not become a memory. */
export function isOrder(text: string): boolean {
  return order.test(text);
}

/**
 * Normalizes a content to one line of visible text. Null when it must not be stored: it is empty or too long, contains a secret or special
 * categories of personal data, contains a redaction mark, or addresses a model.
 */
export function storable(content: string): string | null {
  const line = withoutInvisible(content).normalize("NFC").replace(/\s+/g, " ").trim();
  if (line === "" || line.length > maxMemoryChars) return null;
  if (!/[\p{L}\p{N}]/u.test(line) || /\[[a-z ]+\]/.test(line)) return null;
  return isHarmless(line) && !isOrder(line) ? line : null;
}

/** Only words and numbers, so that case, punctuation and spaces make no difference. */
export function plainWords(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}

/** Hash that is equal for statements with the same words. */
export function hashOf(content: string): string {
  return createHash("sha256").update(plainWords(content)).digest("hex");
}

/** A subject, normalized for comparison. */
export function subjectOf(subject: string): string {
  return subject
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}:]+/gu, " ")
    .trim()
    .slice(0, 80);
}
