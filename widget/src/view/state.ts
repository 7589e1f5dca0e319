import type { Alerts } from "../../../protocol/alerts.ts";
import type { Attachment, AttachmentOffer } from "../../../protocol/attachments.ts";
import type { StreamEventOf } from "../../../protocol/events.ts";
import type { Home } from "../../../protocol/home.ts";
import type {
  AgentRef,
  Citation,
  Grade,
  MessageRole,
  RelatedSection,
  ReportNotice,
} from "../../../protocol/messages.ts";
import type { Pending, Theme, TicketRef } from "../../../protocol/requests.ts";
import type { ToolActivity } from "../../../protocol/tools.ts";

/**
 * `streaming` grows, `settled` is stored, `unverified` is marked as not verified, `held` waits for a form. The other states apply to
 * messages that the visitor just sent or stopped.
 */
export type MessageState =
  | "settled"
  | "streaming"
  | "stopped"
  | "unverified"
  | "sending"
  | "queued"
  | "held"
  | "failed";

interface Placed {
  /** Stays the same while a text streams and after it is final, so that the same element shows it throughout. */
  key: string;
  /** Position in the ticket: the number of its event. Items without a number come last. */
  order: number;
  createdAt: string;
}

export interface MessageItem extends Placed {
  kind: "message";
  id: string;
  turnId: string | null;
  role: MessageRole;
  content: string;
  citations: readonly Citation[];
  grade: Grade | null;
  agent: AgentRef | null;
  attachments?: readonly Attachment[] | undefined;
  /** Its files are on their way. */
  isUploading?: boolean | undefined;
  /** Tool events for this message. */
  tools?: readonly ToolNews[] | undefined;
  /** Sections that may help; `parley-related` shows them. */
  related?: readonly RelatedSection[] | undefined;
  /** What came of the visitor's report of an answer; `parley-outcome` shows it. */
  report?: ReportNotice | undefined;
  state: MessageState;
  /** Reason for `failed`. */
  failure?: SendFailure;
  rating?: "up" | "down";
  /** For `stopped`, which the server does not store: id of the message before it. */
  after?: string;
}

export interface EscalationItem extends Placed {
  kind: "escalation";
  ticketNumber: number;
  expectedBy: string | null;
  /** The message before it has already announced the hand-over. */
  isTold?: boolean;
}

/** A line about the ticket that is no message. */
export type Note =
  | { type: "joined"; name: string }
  | { type: "assistant_back" }
  | { type: "resolved" }
  /** Ended by the visitor. */
  | { type: "ended" }
  | { type: "expired" };

export interface NoteItem extends Placed {
  kind: "note";
  note: Note;
}

/** A turn that ended without an answer. */
export interface ErrorItem extends Placed {
  kind: "error";
  code: string;
  /** Id of the visitor's message that can be sent again, if that may help. */
  retryId: string | null;
}

export type TimelineItem = MessageItem | EscalationItem | NoteItem | ErrorItem;

export interface SendFailure {
  code: string;
  retryable: boolean;
  retryAfterSeconds?: number;
}

export type Phase =
  | { type: "idle" }
  | { type: "starting" }
  | { type: "ready" }
  | { type: "failed"; code: string; retryable: boolean };

export type Connection = "connecting" | "live" | "lost" | "offline";

/** State of the running turn: `waiting` after a send until the server responds, `stopping` after the stop button. */
export type TurnState = "none" | "waiting" | "running" | "stopping";

/** Position in the stream of the newest event seen. */
export interface Cursor {
  sequence: number;
  part: number;
  createdAt: string;
}

/** A clarification that waits for the visitor; `sent` until the server has reported the result of the answer. */
export type Clarification = Pick<
  Extract<Pending, { type: "clarification" }>,
  "clarification_id" | "prompt" | "options"
> & {
  state: "open" | "sent";
  chosen: string | null;
};

/** A tool event as received: the part `tools` interprets it and checks its fields. */
export type ToolNews =
  | ToolActivity
  | Extract<Pending, { type: "confirmation" }>
  | StreamEventOf<"tool_call_start" | "tool_result" | "confirmation_required" | "confirmation_response">;

/** Screens that can replace the conversation in the panel; each is a part of its own. */
export type Screen =
  | { name: "home" }
  | { name: "conversations" }
  | { name: "memories" }
  | { name: "article"; id: string; passage: string; title: string };

export interface ViewState {
  phase: Phase;
  /** Opened screens, the shown one last; empty: the conversation is shown. */
  screens: readonly Screen[];
  connection: Connection;
  ticket: TicketRef | null;
  theme: Theme | null;
  greeting: string;
  starters: readonly string[];
  /** The tenant's content for the first screen. */
  home: Home | null;
  /** Ways in which the chat may notify the visitor. */
  alerts: Alerts | null;
  /** Whether the team knows an address of the visitor. */
  reachable: boolean;
  /** There may be earlier conversations. */
  isKnown: boolean;
  /** The visitor can read, correct and erase their memories. */
  hasMemory?: boolean | undefined;
  /** Rules for files that may be sent; null: no files. */
  offer: AttachmentOffer | null;
  items: readonly TimelineItem[];
  /** Summary of the reasoning behind the newest answer, until the next question. */
  thinking?: string | undefined;
  /** Page cursor of the messages before those of `items`; null: there are none. */
  earlier: string | null;
  turn: TurnState;
  status: StreamEventOf<"status"> | null;
  agent: AgentRef | null;
  typing: string | null;
  /** Increases when another of the visitor's tickets gets a message. */
  elsewhere: number;
  clarification: Clarification | null;
  /** Tool events and pending confirmations since the last answer. */
  calls?: readonly ToolNews[] | undefined;
  shown: boolean;
  unread: number;
  /** The handshake included all events up to this number. */
  floor: number;
  /** Numbers of the stored events applied since: each counts once, whichever stream delivers it first. */
  applied: ReadonlySet<number>;
  cursor: Cursor;
}

/**
 * True while a ticket waits for a person or a person answers it: messages reach that person, and there is no turn to wait for or to stop.
 */
export function isWithPerson(ticket: TicketRef | null): boolean {
  return ticket?.owner === "human" && ticket.status !== "resolved" && ticket.status !== "closed";
}

/** True when the ticket has ended. For a while the visitor can continue it, or begin a new one. */
export function isOver(ticket: TicketRef | null): boolean {
  return ticket?.status === "resolved" || ticket?.status === "closed";
}

/**
 * True while messages wait until the visitor answers or skips the tenant's form: before the first message, or before a person gets them.
 */
export function isHeld({ ticket, cursor }: ViewState): boolean | undefined {
  const form = ticket?.form;
  return form && (form.when === "start" ? !cursor.sequence : form.is_required && isWithPerson(ticket));
}

/** True when no chat can begin on this page. */
export function isHopeless({ phase }: ViewState): boolean {
  return phase.type === "failed" && !phase.retryable;
}

/** Order of items that the server has not numbered yet. */
export const unnumbered = Number.MAX_SAFE_INTEGER;

/** Order of messages that were fetched because the visitor scrolled back. */
export const earlierOrder = -1;

/** The view before the first opening. */
export const initialState: ViewState = {
  phase: { type: "idle" },
  screens: [],
  connection: "connecting",
  ticket: null,
  theme: null,
  greeting: "",
  starters: [],
  home: null,
  alerts: null,
  reachable: true,
  isKnown: false,
  offer: null,
  items: [],
  earlier: null,
  turn: "none",
  status: null,
  agent: null,
  typing: null,
  elsewhere: 0,
  clarification: null,
  shown: false,
  unread: 0,
  floor: 0,
  applied: new Set(),
  cursor: { sequence: 0, part: 0, createdAt: "" },
};
