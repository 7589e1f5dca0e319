import { randomUUID } from "node:crypto";
import type { ReportState } from "../../protocol/answer-basis.ts";
import type { EventPayload, EventType } from "../../protocol/events.ts";
import { storedEventTypes } from "../../protocol/events.ts";
import type { Citation, Grade, Message } from "../../protocol/messages.ts";
import type { Pending, TicketRef } from "../../protocol/requests.ts";
import type { VisitorTicket } from "../../protocol/visitor-tickets.ts";

const stored: readonly string[] = storedEventTypes;

/** A visitor's message, and the turn that answers it. */
export interface Asked {
  id: string;
  content: string;
  turnId: string;
}

export interface Frame {
  id: string;
  type: EventType;
  data: string;
  isStored: boolean;
}

/** The answer to a clarification. */
export interface Resumed {
  clarification_id: string;
  choice?: string;
  cancel?: boolean;
}

/** The answer to a confirmation. */
export interface Confirmed {
  id: string;
  approved: boolean;
}

/** One ticket of the mock server: an ordered log with listeners, as the real one keeps it. */
export class MockTicket {
  /** The clock of all tickets. */
  static now = () => new Date();
  readonly id = randomUUID();
  readonly number: number;
  status: TicketRef["status"] = "open";
  owner: TicketRef["owner"] = "assistant";
  pending: Pending = null;
  readonly messages: Message[] = [];
  readonly feedback: unknown[] = [];
  /** Reports of wrong answers, by answer. */
  readonly reports = new Map<string, { body: unknown; state: ReportState }>();
  readonly ratings: { score: number; comment?: string }[] = [];
  readonly mailedTo: string[] = [];
  /** What was answered to the tenant's form, in this or an earlier ticket of the visitor. */
  form: unknown;
  seen = 0;
  /** Whose it is; the mock makes a new visitor for each handshake without a token. */
  visitor: string = randomUUID();
  readonly received: string[] = [];
  /** Yes or no, by confirmation. */
  readonly answers = new Map<string, boolean>();
  readonly listeners = new Set<(frame: Frame) => void>();
  readonly #frames: Frame[] = [];
  #sequence = 0;
  #part = 0;

  constructor(number: number) {
    this.number = number;
  }

  get sequence(): number {
    return this.#sequence;
  }

  get ref(): TicketRef {
    return { id: this.id, number: this.number, status: this.status, owner: this.owner };
  }

  /** The ticket as a line of its visitor's list. */
  get line(): VisitorTicket {
    const last = this.messages.at(-1);
    const unread = this.messages.filter(({ role }, at) => role !== "visitor" && at >= this.seen).length;
    return {
      id: this.id,
      number: this.number,
      status: this.status,
      owner: this.owner,
      title: this.messages.find(({ role }) => role === "visitor")?.content ?? "",
      preview: (last?.content ?? "").slice(0, 120),
      role: last?.role ?? "visitor",
      agent: last?.agent ?? null,
      at: last?.created_at ?? MockTicket.now().toISOString(),
      unread,
    };
  }

  /** Puts an event into the log and tells who listens. */
  append<T extends EventType>(type: T, payload: EventPayload<T>, turnId: string | null = null): void {
    const isStored = stored.includes(type);
    if (isStored) {
      this.#sequence += 1;
      this.#part = 0;
    } else {
      this.#part += 1;
    }
    const event = {
      type,
      event_id: randomUUID(),
      turn_id: turnId,
      sequence: this.#sequence,
      created_at: MockTicket.now().toISOString(),
      ...payload,
    };
    const frame = { id: `${this.#sequence}.${this.#part}`, type, data: JSON.stringify(event), isStored };
    this.#frames.push(frame);
    for (const listener of this.listeners) listener(frame);
  }

  /** What came after a cursor. */
  after(cursor: string): Frame[] {
    const [sequence = 0, part = 0] = cursor.split(".").map(Number);
    return this.#frames.filter((frame) => {
      const [frameSequence = 0, framePart = 0] = frame.id.split(".").map(Number);
      return frameSequence > sequence || (frameSequence === sequence && framePart > part);
    });
  }

  /** Stores a message and tells it. */
  say(role: Message["role"], content: string, more: Partial<Message> = {}, turnId: string | null = null): Message {
    const message: Message = {
      id: randomUUID(),
      role,
      content,
      citations: [],
      grade: null,
      cached: false,
      usage: null,
      created_at: MockTicket.now().toISOString(),
      ...more,
    };
    this.messages.push(message);
    this.append("message", { message }, turnId);
    return message;
  }

  /** Who speaks now. */
  handTo(owner: TicketRef["owner"], status: TicketRef["status"], agent?: { id: string; name: string }): void {
    this.owner = owner;
    this.status = status;
    this.append("owner", { owner, status, agent });
  }
}

/** A source as the server would give it. */
export function citation(index: number, more: Partial<Citation> = {}): Citation {
  return {
    index,
    chunk_id: randomUUID(),
    document_id: `document-${index}`,
    title: "Allowed domains",
    url: "https://docs.example/allowed-domains",
    heading: "How do I allow subdomains?",
    quote: "A domain entry that begins with an asterisk allows every subdomain, but not the bare domain itself.",
    ...more,
  };
}

/** A grade of one tier. */
export function grade(tier: Grade["tier"]): Grade {
  return { tier, score: { high: 0.9, medium: 0.6, low: 0.3 }[tier], reason: "test" };
}
