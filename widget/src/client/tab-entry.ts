import type { MessageItem } from "../view/state.ts";
import { unnumbered } from "../view/state.ts";
import { createEntry, entryName } from "./storage.ts";

/** What one tab would lose with its page. */
export interface TabEntry {
  /** The panel is open. The loader looks for this field. */
  open?: boolean;
  /** Who wrote it; nobody else gets to see it. */
  identity?: string;
  draft?: string;
  /** Where the conversation was read, in pixels from its beginning; none: at its end. */
  top?: number | undefined;
  /** Answers to the tenant's form, by field. Whoever fills it in looks at them. */
  form?: Record<string, unknown>;
  /** What was not sent, and answers that the visitor stopped: the server has neither. */
  messages?: readonly KeptMessage[];
}

interface KeptMessage {
  id: string;
  content: string;
  at: string;
  attachments?: MessageItem["attachments"] | undefined;
  /** For a stopped answer: the id of the message that it follows. */
  after?: string;
}

/** In the tab's own storage, which ends with the tab. */
export function createTabEntry(tenantId: string) {
  return createEntry<TabEntry>(entryName(tenantId), () => window.sessionStorage, toTab);
}

/** Of a timeline, what only this tab has. */
export function toKept(items: readonly MessageItem[]): KeptMessage[] {
  return items.map(({ id, content, createdAt, after, attachments }) => ({
    id,
    content,
    at: createdAt,
    ...(after ? { after } : {}),
    attachments,
  }));
}

/** Back into the timeline: what was not sent waits to be sent. */
export function fromKept({ id, content, at, after, attachments }: KeptMessage): MessageItem {
  const isStopped = after !== undefined;
  return {
    kind: "message",
    key: id,
    id,
    turnId: null,
    role: isStopped ? "assistant" : "visitor",
    content,
    citations: [],
    grade: null,
    agent: null,
    attachments,
    createdAt: at,
    order: isStopped ? 0 : unnumbered,
    state: isStopped ? "stopped" : "queued",
    ...(isStopped ? { after } : {}),
  };
}

function toTab(value: Partial<Record<keyof TabEntry, unknown>>): TabEntry {
  const { open, identity, draft, top, form, messages } = value;
  return {
    ...(open === true ? { open } : {}),
    ...(typeof identity === "string" ? { identity } : {}),
    ...(typeof draft === "string" ? { draft } : {}),
    top: typeof top === "number" ? top : undefined,
    form: Object(form),
    messages: Array.isArray(messages) ? messages.filter(isKept) : [],
  };
}

function isKept(value: unknown): value is KeptMessage {
  if (typeof value !== "object" || value === null) return false;
  const { id, content, at, after, attachments } = value as Partial<Record<keyof KeptMessage, unknown>>;
  return [id, content, at, after ?? ""].every((field) => typeof field === "string") && Array.isArray(attachments ?? []);
}
