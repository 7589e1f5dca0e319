import { isStopped } from "../view/items.ts";
import { isWithPerson, type MessageItem, type TimelineItem, unnumbered, type ViewState } from "../view/state.ts";
import { createEntry, createSessionStore, entryName, type SessionStore, type StoredSession } from "./storage.ts";

/** Thumbs that are kept; older ones are forgotten. */
const maxThumbs = 50;

/** What outlives the page: the session, for all tabs, and what only this tab has. Nothing is touched before its first use. */
export class Kept {
  readonly store: SessionStore;
  readonly entryName: string;
  readonly #tab: ReturnType<typeof createTabEntry>;
  readonly #identity: () => string | undefined;
  #own: readonly MessageItem[] = [];
  #noted = "";
  #isTaken = false;

  /** @param identity who the visitor is now: what somebody else wrote is not given back. */
  constructor(tenantId: string, identity: () => string | undefined) {
    this.store = createSessionStore(tenantId);
    this.entryName = entryName(tenantId);
    this.#tab = createTabEntry(tenantId);
    this.#identity = identity;
  }

  /** What stands in the field and was not sent. */
  get draft(): string {
    return this.tab.draft ?? "";
  }

  set draft(draft: string) {
    this.updateTab({ draft: draft || undefined });
  }

  /** What was answered to the tenant's form and not sent. */
  get form(): Record<string, unknown> {
    return this.tab.form ?? {};
  }

  set form(form: Record<string, unknown>) {
    this.updateTab({ form });
  }

  /** What this tab wrote or cut off on the page before and the server does not have; the second time nothing. */
  takeMessages(): readonly MessageItem[] {
    const isFirst = !this.#isTaken;
    this.#isTaken = true;
    return isFirst ? (this.tab.messages ?? []).map(fromKept) : [];
  }

  /** Notes whether the panel is open. */
  setOpen(isOpen: boolean): void {
    this.updateTab({ open: isOpen || undefined });
  }

  /**
   * What the page before asks for. Nothing while the site has not said that the kept visitor is here: the server would take
   * the one who is here for another, and end the session.
   */
  get wish(): "open" | "follow" | undefined {
    const session = this.store.read();
    if (session && session.identity !== this.#identity()) return undefined;
    if (this.tab.open) return "open";
    return session?.follow ? "follow" : undefined;
  }

  /** The session that is kept, unless it is somebody else's. */
  get own(): StoredSession | undefined {
    const session = this.store.read();
    return session?.identity === this.#identity() ? session : undefined;
  }

  /** Thumbs by message. */
  get thumbs(): [string, "up" | "down"][] {
    return Object.entries(this.store.read()?.rated ?? {});
  }

  /** Keeps a thumb. */
  rate(id: string, rating: "up" | "down"): void {
    const others = this.thumbs.filter(([other]) => other !== id);
    this.store.update({ rated: Object.fromEntries([...others, [id, rating]].slice(-maxThumbs)) });
  }

  /** Keeps what the next page needs of a view. Writes only what has changed. */
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
      // With other conversations there may be more to wait for; who knows of them says when it is over.
      ...(awaits(state) ? { follow: true } : state.isKnown ? {} : { follow: undefined }),
      ...(seen ? { seen } : {}),
    };
    const noted = JSON.stringify([state.ticket?.id, patch]);
    if (noted === this.#noted) return;
    this.#noted = noted;
    this.store.update(patch);
  };

  /** Forgets everything. */
  clear(): void {
    this.#noted = "";
    this.#own = [];
    this.store.clear();
    this.#tab.clear();
  }

  /** What this tab alone has. */
  get tab(): TabEntry {
    const tab = this.#tab.read();
    return tab && tab.identity === this.#identity() ? tab : {};
  }

  /** Changes fields of what this tab alone has. */
  updateTab(patch: TabEntry): void {
    this.#tab.write({ ...this.tab, ...patch, identity: this.#identity() });
  }
}

/** The last message that the server has. */
export function newestMessage({ items }: ViewState): MessageItem | undefined {
  return items.findLast(
    (item): item is MessageItem => item.kind === "message" && item.state !== "streaming" && !isOnlyHere(item),
  );
}

function isOnlyHere(item: TimelineItem): boolean {
  return item.kind === "message" && (isStopped(item) || (item.role === "visitor" && item.order === unnumbered));
}

/** Whether there will be, or is, something to read. */
export function awaits({ ticket, unread, turn, calls }: ViewState): boolean {
  return isWithPerson(ticket) || unread > 0 || turn !== "none" || !!calls;
}

/** What one tab would lose with its page. */
interface TabEntry {
  /** The panel is open. The loader looks for this field. */
  open?: boolean;
  /** Who wrote it; nobody else gets to see it. */
  identity?: string;
  draft?: string;
  /** Where the visitor wants the team's reply. */
  email?: string | undefined;
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
function createTabEntry(tenantId: string) {
  return createEntry<TabEntry>(entryName(tenantId), () => window.sessionStorage, toTab);
}

/** Of a timeline, what only this tab has. */
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

/** Back into the timeline: what was not sent waits to be sent. */
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
