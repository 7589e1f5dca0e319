import { createHash } from "node:crypto";
import type { MemoryType } from "../../../protocol/memories.ts";
import { maxMemoryChars } from "../../../protocol/memories.ts";
import { withoutInvisible } from "../../core/text/invisible.ts";
import { isHarmless } from "./sensitive.ts";

/** Something that was said of a visitor and may be remembered. */
export interface Statement {
  type: MemoryType;
  content: string;
  /** What there is only one of, such as `plan`: another value takes its place. Empty where there may be several. */
  subject: string;
  /** 0..1. */
  confidence: number;
  /** The message that says it. */
  messageId: string | null;
  validUntil?: Date | null;
}

/** What speaks to a model and says nothing of a visitor. */
const order =
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|rules?|prompts?|polic(?:y|ies)|previous|above|everything)\b|\bsystem prompt\b|\b(?:assistant|bot|model|ai)\b.{0,30}\b(?:must|should|has to|always|never)\b|\byou (?:are now|must|have to|will always)\b|<\/?[a-z_]+>|https?:\/\//i;

/** True for what speaks to a model: whoever says it wants something done, not remembered. */
export function isOrder(text: string): boolean {
  return order.test(text);
}

/**
 * A content as it may be stored: one line of what people see. Null when it is empty or too long, holds a secret or something of the
 * special categories, has a mark of something that was taken out, or speaks to a model.
 */
export function storable(content: string): string | null {
  const line = withoutInvisible(content).normalize("NFC").replace(/\s+/g, " ").trim();
  if (line === "" || line.length > maxMemoryChars) return null;
  if (!/[\p{L}\p{N}]/u.test(line) || /\[[a-z ]+\]/.test(line)) return null;
  return isHarmless(line) && !isOrder(line) ? line : null;
}

/** Words and numbers alone: the same for whatever case, signs and spaces a text is written with. */
export function plainWords(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
}

/** What two statements of the same words have in common. */
export function hashOf(content: string): string {
  return createHash("sha256").update(plainWords(content)).digest("hex");
}

/** A subject as it is compared. */
export function subjectOf(subject: string): string {
  return subject
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}:]+/gu, " ")
    .trim()
    .slice(0, 80);
}
