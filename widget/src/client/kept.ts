import { isStopped } from "../view/items.ts";
import { isWithPerson, type MessageItem, type TimelineItem, unnumbered, type ViewState } from "../view/state.ts";
import { createEntry, createSessionStore, entryName, type SessionStore, type StoredSession } from "./storage.ts";

/** Most thumbs that are kept; older ones are deleted. */
const maxThumbs = 50;

/** Data that outlives the page: the session, for all tabs, and the data of this tab. The storage is not accessed before the first use. */
export class Kept {
  readonly store: SessionStore;
  readonly entryName: string;
  readonly #tab: ReturnType<typeof createTabEntry>;
  readonly #identity: () => string | undefined;
  #own: readonly MessageItem[] = [];
  #noted = "";
  #isTaken = false;

  /** @param identity identity of the current visitor: another visitor's data is not returned. */
  constructor(tenantId: string, identity: () => string | undefined) {
    this.store = createSessionStore(tenantId);
    this.entryName = entryName(tenantId);
    this.#tab = createTabEntry(tenantId);
    this.#identity = identity;
  }

  /** Unsent text in the input field. */
  get draft(): string {
    return this.tab.draft ?? "";
  }

  set draft(draft: string) {
    this.updateTab({ draft: (draft.trim() && draft) || undefined });
  }

  /** Unsent answers to the tenant's form. */
  get form(): Record<string, unknown> {
    return this.tab.form ?? {};
  }

  set form(form: Record<string, unknown>) {
    this.updateTab({ form });
  }

  /**
   * Messages of this tab's previous page that the server does not have: unsent messages and stopped answers. A second call returns none.
   */
  takeMessages(): readonly MessageItem[] {
    const isFirst = !this.#isTaken;
    this.#isTaken = true;
    return isFirst ? (this.tab.messages ?? []).map(fromKept) : [];
  }

  /** Stores whether the panel is open. */
  setOpen(isOpen: boolean): void {
    this.updateTab({ open: isOpen || undefined });
  }

  /**
   * Action that the previous page requests. Undefined until the site has identified the stored visitor: the server would see a change of
   * the visitor and end the session.
   */
  get wish(): "open" | "follow" | undefined {
    const session = this.store.read();
    if (session && session.identity !== this.#identity()) return undefined;
    if (this.tab.open) return "open";
    return session?.follow ? "follow" : undefined;
  }

  /** The stored session, unless it belongs to another visitor. */
  get own(): StoredSession | undefined {
    const session = this.store.read();
    return session?.identity === this.#identity() ? session : undefined;
  }

  /** Thumbs by message. */
  get thumbs(): [string, "up" | "down"][] {
    return Object.entries(this.store.read()?.rated ?? {});
  }

  /** Stores a thumb. */
  rate(id: string, rating: "up" | "down"): void {
    const others = this.thumbs.filter(([other]) => other !== id);
    this.store.update({ rated: Object.fromEntries([...others, [id, rating]].slice(-maxThumbs)) });
  }

  /** Stores the parts of a view that the next page needs. Writes only changes. */
  note = (state: ViewState): void => {
    if (state.phase.type === "idle") return;
    const own = state.items.filter((item): item is MessageItem => item.kind === "message" && isOnlyHere(item));
    if (own.length !== this.#own.length || own.some((item, at) => item !== this.#own[at])) {
      this.#own = own;
      this.updateTab({ messages: toKept(own) });
    }
    if (state.phase.type !== "ready") return;
    const seen = state.shown ? newestMessage(state)?.id : undefined;
    const patch: Partial<StoredSession> = {
      // The visitor may expect answers in other conversations; the alerts know them and reset `follow`.
      ...(awaits(state) ? { follow: true } : state.isKnown ? {} : { follow: undefined }),
      ...(seen ? { seen } : {}),
    };
    const noted = JSON.stringify([state.ticket?.id, patch]);
    if (noted === this.#noted) return;
    this.#noted = noted;
    this.store.update(patch);
  };

  clear(): void {
    this.#noted = "";
    this.#own = [];
    this.store.clear();
    this.#tab.clear();
  }

  /** Data of this tab only. */
  get tab(): TabEntry {
    const tab = this.#tab.read();
    return tab && tab.identity === this.#identity() ? tab : {};
  }

  /** Changes fields of this tab's data. */
  updateTab(patch: TabEntry): void {
    this.#tab.write({ ...this.tab, ...patch, identity: this.#identity() });
  }
}

/** The newest message that the server has. */
export function newestMessage({ items }: ViewState): MessageItem | undefined {
  return items.findLast(
    (item): item is MessageItem => item.kind === "message" && item.state !== "streaming" && !isOnlyHere(item),
  );
}

function isOnlyHere(item: TimelineItem): boolean {
  return item.kind === "message" && (isStopped(item) || (item.role === "visitor" && item.order === unnumbered));
}

/** True while an answer is expected or unread. */
export function awaits({ ticket, unread, turn, calls }: ViewState): boolean {
  return isWithPerson(ticket) || unread > 0 || turn !== "none" || !!calls;
}

/** Data of one tab that would be lost with its page. */
interface TabEntry {
  /** The panel is open. The loader reads this field. */
  open?: boolean;
  /** Identity of the author; no other visitor sees the data. */
  identity?: string;
  draft?: string;
  /** Where the visitor wants the team's reply. */
  email?: string | undefined;
  /** Scroll position of the conversation, in pixels from its beginning; undefined: at its end. */
  top?: number | undefined;
  /** Answers to the tenant's form, by field. The code that fills in the form checks them. */
  form?: Record<string, unknown>;
  /** Unsent messages, and answers that the visitor stopped: the server has neither. */
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

/** Uses the storage of the tab, which ends with the tab. */
function createTabEntry(tenantId: string) {
  return createEntry<TabEntry>(entryName(tenantId), () => window.sessionStorage, toTab);
}

/** The fields of a timeline's messages that only this tab has. */
function toKept(items: readonly MessageItem[]): KeptMessage[] {
  const whole = items.filter(({ content, attachments }) => content !== "" || attachments);
  return whole.map(({ id, content, createdAt, after, attachments }) => ({
    id,
    content,
    at: createdAt,
    ...(after ? { after } : {}),
    attachments,
  }));
}

/** Converts a stored message to a timeline item. An unsent message waits to be sent. */
function fromKept({ id, content, at, after, attachments }: KeptMessage): MessageItem {
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
  const { open, identity, draft, email, top, form, messages } = value;
  return {
    ...(open === true ? { open } : {}),
    ...(typeof identity === "string" ? { identity } : {}),
    ...(typeof draft === "string" ? { draft } : {}),
    email: typeof email === "string" ? email : undefined,
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
