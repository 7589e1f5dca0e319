import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Draft, TicketDetail } from "../../../../protocol/admin.ts";
import type { Citation } from "../../../../protocol/messages.ts";
import type { Api } from "../../api.ts";
import { errorSentence } from "../../ui/api-call.ts";
import { randomId } from "../../ui/ids.ts";
import { namesOf, unfilledIn } from "./canned-store.ts";
import { createFilesStore, type FilesStore } from "./files-store.ts";
import { createAsking, type JustSaid } from "./just-said.ts";
import { createOriginalStore, type OriginalStore } from "./original-store.ts";
import { createSending, type PendingReply, undoMs } from "./sending.ts";
import { createSourcesStore, type SourcesStore, withoutMark } from "./sources-store.ts";
import { createTypingSignal } from "./typing-signal.ts";
import type { HeldReply, Unsent, UnsentTexts } from "./unsent.ts";

/** Action of the send button: reply, or reply and resolve. */
export type Verb = HeldReply["verb"];

/** Same limit as on the server. */
const maxAnswerChars = 20_000;

export interface Composer {
  readonly ticketId: string;
  readonly text: ReadonlySignal<string>;
  readonly verb: ReadonlySignal<Verb>;
  readonly saveAsSnippet: ReadonlySignal<boolean>;
  /** Sent replies that the server has not confirmed. */
  readonly pending: ReadonlySignal<readonly PendingReply[]>;
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
  /** Sets the action of the next reply only. */
  choose(verb: Verb): void;
  keepAsSnippet(keep: boolean): void;
  /** Replaces the text with the draft and its sources, and returns the previous content. */
  fill(draft: Pick<Draft, "content" | "citations">): Written;
  /** Restores the content that {@link fill} replaced. */
  restore(before: Written): void;
  /** Removes a source and its marks. */
  dropSource(index: number): void;
  /** Takes the reply out of the box and sends it after the time for an undo; resolves to true when the server accepted it. */
  send(verb?: Verb): Promise<boolean>;
  /** Puts a reply that is not on its way back into the box; false when it is too late. */
  undo(messageId: string): boolean;
  /** Sends held replies now. */
  flush(): Promise<unknown>;
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
  /** Time for an undo, in ms. */
  holdMs?: number;
  /** The agent's usual action. */
  preferred?: ReadonlySignal<Verb>;
  /** A reply waits for its time. */
  onHeld?(reply: HeldReply): void;
  onSent(reply: HeldReply, detail: TicketDetail): void;
  /** The reply is in the box again. */
  onFailed?(reply: HeldReply): void;
  /** A colleague's most recent reply, while it is recent. */
  justSaid?(): JustSaid | null;
}

/** The composer of one ticket. Its text survives errors, reloads and a change of tickets; only a confirmed send clears it. */
export function createComposer(options: ComposerOptions): Composer {
  const { unsent, ticketId } = options;
  const kept = unsent.get(ticketId);
  const state = beginnings(options, kept);
  const { text, chosen, saveAsSnippet, error, files, sources } = state;
  const asking = createAsking(() => options.justSaid?.() ?? null);
  const original = createOriginalStore(text, kept?.original ?? null, write);
  const typing = createTypingSignal((over) => options.api.typing(ticketId, over));
  /** A retry of the same reply keeps its id, so that the server stores it once if the first response was lost. */
  let attempt = kept?.messageId && kept.attempted ? { id: kept.messageId, text: kept.attempted } : null;
  let held: readonly HeldReply[] = kept?.held ?? [];
  const sending = createSending({
    ...options,
    holdMs: options.holdMs ?? undoMs,
    keep(unconfirmed) {
      held = unconfirmed;
      keep();
    },
    onSent(reply, detail) {
      if (attempt?.id === reply.messageId) attempt = null;
      files.forget(reply.files);
      keep();
      options.onSent(reply, detail);
    },
    onFailed(reply, cause) {
      putBack(reply);
      error.value = cause === null ? "Not sent." : `Not sent. ${errorSentence(cause)}`;
      options.onFailed?.(reply);
    },
  });
  sending.recover(held);

  function keep(): void {
    const tried = { messageId: attempt?.id, attempted: attempt?.text, original: original.words.value ?? undefined };
    if (text.value === "" && held.length === 0) unsent.clear(ticketId);
    else unsent.set(ticketId, { text: text.value, sources: sources.all.value, ...tried, held });
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

  /** The reply is in the box again, before what was written since. */
  function putBack(reply: HeldReply): void {
    const since = text.value.trim() === "" ? "" : `\n\n${text.value}`;
    const numbers = new Set(reply.sources.map(({ index }) => index));
    batch(() => {
      put({
        text: reply.text + since,
        sources: [...reply.sources, ...sources.all.value.filter(({ index }) => !numbers.has(index))],
      });
      original.set(reply.original);
      files.putBack(reply.files);
      saveAsSnippet.value = reply.savesSnippet;
      chosen.value = reply.verb;
      keep();
    });
  }

  async function send(which: Verb = state.verb.value): Promise<boolean> {
    const answer = text.value.trim();
    const ids = files.ready.value;
    // Resolving without a reply has its own button; a reply may consist of files only.
    if (files.busy.value) return false;
    error.value = answer === "" && (which === "resolve" || ids.length === 0) ? "Write a reply first." : faultOf(answer);
    if (error.value !== "") return false;
    if (asking.isAsked()) {
      chosen.value = which;
      return false;
    }
    const cited = sources.shown.value;
    const said = [answer, ...ids, ...cited.map(({ index, chunk_id: id }) => `${index} ${id}`)].join("\n");
    if (attempt?.text !== said) attempt = { id: randomId(), text: said };
    const reply: HeldReply = {
      verb: which,
      text: answer,
      sources: cited,
      files: ids,
      savesSnippet: which === "resolve" && saveAsSnippet.value,
      original: original.words.value,
      messageId: attempt.id,
      at: Date.now(),
    };
    typing.sent();
    files.take(ids);
    batch(() => {
      saveAsSnippet.value = false;
      chosen.value = null;
      put({ text: "", sources: [] });
    });
    const sent = sending.add(reply);
    options.onHeld?.(reply);
    return sent;
  }

  return {
    ...state,
    ...asking,
    ticketId,
    pending: sending.pending,
    write,
    send,
    flush: sending.flush,
    undo(messageId) {
      const reply = sending.undo(messageId);
      if (reply) putBack(reply);
      return reply !== null;
    },
    type(next) {
      write(next);
      typing.typed(next);
    },
    rest: typing.stop,
    choose(next) {
      chosen.value = next;
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

/** Initial state of the box. */
function beginnings({ api, ticketId, preferred }: ComposerOptions, kept: Unsent | null) {
  const text = signal(kept?.text ?? "");
  const chosen = signal<Verb | null>(null);
  return {
    text,
    chosen,
    verb: computed(() => chosen.value ?? preferred?.value ?? "reply"),
    saveAsSnippet: signal(false),
    error: signal(""),
    files: createFilesStore(api, ticketId),
    sources: createSourcesStore(text, kept?.sources ?? []),
  };
}

function withoutSource({ text, sources }: Written, index: number): Written {
  return { text: withoutMark(text, index), sources: sources.filter((source) => source.index !== index) };
}

/** Why a reply cannot be sent; empty when it can. */
function faultOf(answer: string): string {
  if (answer.length > maxAnswerChars) return `The reply is too long: ${answer.length} of ${maxAnswerChars} characters.`;
  const unfilled = unfilledIn(answer);
  return unfilled.length > 0 ? `Fill in or remove ${namesOf(unfilled)} before sending.` : "";
}
