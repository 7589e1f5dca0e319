import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { Draft, ResolveRequest, TicketDetail } from "../../../../protocol/admin.ts";
import type { Citation } from "../../../../protocol/messages.ts";
import { ticketRoutes } from "../../../../protocol/routes/tickets.ts";
import type { Api } from "../../api.ts";
import { ApiError, errorSentence } from "../../ui/api-call.ts";
import { randomId } from "../../ui/ids.ts";
import { unfilledIn } from "./canned-store.ts";
import { createFilesStore, type FilesStore } from "./files-store.ts";
import { createOriginalStore, type Original, type OriginalStore } from "./original-store.ts";
import { createSourcesStore, type SourcesStore, withoutMark } from "./sources-store.ts";
import { createTypingSignal } from "./typing-signal.ts";
import type { UnsentTexts } from "./unsent.ts";

/** Action of the send shortcut: reply and resolve, or reply only. */
export type Verb = "resolve" | "reply";

/** Same limit as on the server. */
const maxAnswerChars = 20_000;

export interface Composer {
  readonly ticketId: string;
  readonly text: ReadonlySignal<string>;
  readonly verb: ReadonlySignal<Verb>;
  readonly saveAsSnippet: ReadonlySignal<boolean>;
  readonly sending: ReadonlySignal<Verb | null>;
  readonly error: ReadonlySignal<string>;
  /** A colleague has just replied: the next attempt sends anyway. */
  readonly question: ReadonlySignal<JustSaid | null>;
  /** Files of the reply. */
  readonly files: FilesStore;
  /** Sources of the citation marks. */
  readonly sources: SourcesStore;
  /** The agent's original text of a translation. */
  readonly original: OriginalStore;
  write(text: string): void;
  /** Like `write`, for typed text: sends the typing indicator to the visitor. */
  type(text: string): void;
  /** Call when the field loses focus. */
  rest(): void;
  /** The agent continued to write: hide the question. */
  unask(): void;
  choose(verb: Verb): void;
  keepAsSnippet(keep: boolean): void;
  /** Replaces the text with the draft and its sources, and returns the previous content. */
  fill(draft: Pick<Draft, "content" | "citations">): Written;
  /** Restores the content that {@link fill} replaced. */
  restore(before: Written): void;
  /** Removes a source and its marks. */
  dropSource(index: number): void;
  /** Sends only once, even when called several times; resolves to true when the server accepted it. */
  send(verb?: Verb): Promise<boolean>;
}

/** A reply with its sources. */
export interface Written {
  text: string;
  sources: readonly Citation[];
}

export interface ComposerOptions {
  api: Pick<Api, "call" | "typing">;
  unsent: UnsentTexts;
  ticketId: string;
  /** @param original the agent's own text, if a translation was sent. */
  onSent(detail: TicketDetail, verb: Verb, original: Original | null): void;
  /** A colleague's most recent reply, while it is recent. */
  justSaid?(): JustSaid | null;
}

/** A colleague's reply. */
export interface JustSaid {
  messageId: string;
  name: string;
  at: string;
}

/** The composer of one ticket. Its text survives errors, reloads and a change of tickets; only a confirmed send clears it. */
export function createComposer(options: ComposerOptions): Composer {
  const { unsent, ticketId } = options;
  const kept = unsent.get(ticketId);
  const text = signal(kept?.text ?? "");
  const { verb, saveAsSnippet, sending, error, question } = beginnings();
  const files = createFilesStore(options.api, ticketId);
  const sources = createSourcesStore(text, kept?.sources ?? []);
  const original = createOriginalStore(text, kept?.original ?? null, write);
  /** Replies of colleagues about which the agent was already asked. */
  const asked = new Set<string>();
  const typing = createTypingSignal((over) => options.api.typing(ticketId, over));
  let attempt = kept?.messageId && kept.attempted ? { id: kept.messageId, text: kept.attempted } : null;
  function keep(): void {
    const tried = { messageId: attempt?.id, attempted: attempt?.text, original: original.words.value ?? undefined };
    if (text.value === "") unsent.clear(ticketId);
    else unsent.set(ticketId, { text: text.value, sources: sources.all.value, ...tried });
  }

  function write(next: string): void {
    text.value = next;
    error.value = "";
    if (next.trim() === "") original.forget();
    keep();
  }

  function put({ text: next, sources: taken }: Written): void {
    batch(() => {
      sources.set(taken);
      write(next);
    });
  }

  async function deliver(which: Verb, answer: string, ids: string[]): Promise<TicketDetail> {
    const citations = sources.named.value;
    const named = { ...(citations.length > 0 ? { citations } : {}), ...(ids.length > 0 ? { attachments: ids } : {}) };
    if (which === "resolve") {
      return resolveOnce(options, { answer, ...named, ...(saveAsSnippet.value ? { save_as_snippet: true } : {}) });
    }
    // A retry of the same reply keeps its id, so that the server stores it once if the first response was lost.
    const said = [answer, ...ids, ...citations.map(({ index, chunk_id: id }) => `${index} ${id}`)].join("\n");
    if (attempt?.text !== said) attempt = { id: randomId(), text: said };
    keep();
    const body = { message_id: attempt.id, content: answer, ...named };
    return options.api.call(ticketRoutes.replyToTicket, { id: ticketId, body });
  }

  /** Asks once before a reply follows a colleague's reply that the agent may not have read. */
  function isAsked(which: Verb): boolean {
    const said = options.justSaid?.() ?? null;
    question.value = said && !asked.has(said.messageId) ? said : null;
    if (!question.value) return false;
    asked.add(question.value.messageId);
    verb.value = which;
    return true;
  }

  async function send(which: Verb = verb.value): Promise<boolean> {
    const answer = text.value.trim();
    const ids = files.ready.value;
    // Resolving without a reply has its own button; a reply may consist of files only.
    if (sending.value !== null || files.busy.value || (answer === "" && (which === "resolve" || ids.length === 0)))
      return false;
    error.value = faultOf(answer);
    if (error.value !== "" || isAsked(which)) return false;
    sending.value = which;
    try {
      const [own, detail] = [original.words.value, await deliver(which, answer, ids)];
      attempt = null;
      typing.sent();
      // Keep text that was typed during the request.
      write(text.value.trim() === answer ? "" : text.value);
      saveAsSnippet.value = false;
      files.sent(ids);
      options.onSent(detail, which, own);
      return true;
    } catch (cause) {
      error.value = `Not sent. ${errorSentence(cause)}`;
      return false;
    } finally {
      sending.value = null;
    }
  }

  return {
    ticketId,
    text,
    verb,
    saveAsSnippet,
    sending,
    error,
    question,
    files,
    sources,
    write,
    send,
    type(next) {
      write(next);
      typing.typed(next);
    },
    rest: typing.stop,
    unask() {
      question.value = null;
    },
    choose(next) {
      verb.value = next;
    },
    keepAsSnippet(next) {
      saveAsSnippet.value = next;
    },
    fill({ content, citations }) {
      const before = { text: text.value, sources: sources.all.value };
      put({ text: content.trim(), sources: citations });
      return before;
    },
    restore: put,
    original,
    dropSource: (index) => put(withoutSource({ text: text.value, sources: sources.all.value }, index)),
  };
}

/** Initial state of an empty composer. */
function beginnings() {
  return {
    verb: signal<Verb>("resolve"),
    saveAsSnippet: signal(false),
    sending: signal<Verb | null>(null),
    error: signal(""),
    question: signal<JustSaid | null>(null),
  };
}

function withoutSource({ text, sources }: Written, index: number): Written {
  return { text: withoutMark(text, index), sources: sources.filter((source) => source.index !== index) };
}

/** Why a reply cannot be sent; empty when it can. */
function faultOf(answer: string): string {
  if (answer.length > maxAnswerChars) return `The reply is too long: ${answer.length} of ${maxAnswerChars} characters.`;
  const unfilled = unfilledIn(answer);
  return unfilled ? `Fill in or remove ${unfilled} before sending.` : "";
}

/** Resolves the ticket. When the server says it is already resolved, checks whether this same reply did it and its response was lost. */
async function resolveOnce(options: ComposerOptions, body: ResolveRequest): Promise<TicketDetail> {
  try {
    return await options.api.call(ticketRoutes.resolveTicket, { id: options.ticketId, body });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    const detail = await options.api.call(ticketRoutes.readTicket, { id: options.ticketId });
    const said = detail.messages.some((message) => message.role === "agent" && message.content.trim() === body.answer);
    if (detail.ticket.status === "resolved" && said) return detail;
    throw error;
  }
}
