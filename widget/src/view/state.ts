import type { Alerts } from "../../../protocol/alerts.ts";
import type { Attachment, AttachmentOffer } from "../../../protocol/attachments.ts";
import type { StreamEventOf } from "../../../protocol/events.ts";
import type { Home } from "../../../protocol/home.ts";
import type { AgentRef, Citation, Grade, MessageRole, RelatedSection } from "../../../protocol/messages.ts";
import type { Pending, Theme, TicketRef } from "../../../protocol/requests.ts";
import type { ToolActivity } from "../../../protocol/tools.ts";

/** How far a message is: `streaming` grows, `settled` is stored, `held` waits for a form; the others belong to what the visitor just sent or cut off. */
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
  /** Stays the same while a text streams and after it is final, so that one element shows it all the way. */
  key: string;
  /** Position in the ticket: the number of its event; what has none yet comes last. */
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
  /** What tools did for it. */
  tools?: readonly ToolNews[] | undefined;
  /** Sections that may help; `parley-related` shows them. */
  related?: readonly RelatedSection[] | undefined;
  state: MessageState;
  /** Why it was not sent, for `failed`. */
  failure?: SendFailure;
  rating?: "up" | "down";
  /** For `stopped`, which the server does not keep: the id of the message before it. */
  after?: string;
}

export interface EscalationItem extends Placed {
  kind: "escalation";
  ticketNumber: number;
  expectedBy: string | null;
  /** The sentence before it has said that a person was asked. */
  isTold?: boolean;
}

/** A line about the ticket that nobody said. */
export type Note =
  | { type: "joined"; name: string }
  | { type: "assistant_back" }
  | { type: "resolved" }
  /** By the visitor. */
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
  /** The visitor's message that can be sent again, if that may help. */
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

/** The turn at work: `waiting` after a send until the server says something, `stopping` after the stop button. */
export type TurnState = "none" | "waiting" | "running" | "stopping";

/** Place in the stream of the newest event seen. */
export interface Cursor {
  sequence: number;
  part: number;
  createdAt: string;
}

/** A question back that waits for the visitor; `sent` until the server has told what became of the answer. */
export type Clarification = Pick<
  Extract<Pending, { type: "clarification" }>,
  "clarification_id" | "prompt" | "options"
> & {
  state: "open" | "sent";
  chosen: string | null;
};

/** A word about a tool at work, as it came: the part `tools` makes sense of it, and looks at its fields. */
export type ToolNews =
  | ToolActivity
  | Extract<Pending, { type: "confirmation" }>
  | StreamEventOf<"tool_call_start" | "tool_result" | "confirmation_required" | "confirmation_response">;

/** What can take the place of the conversation in the panel; each is a part of its own. */
export type Screen =
  | { name: "home" }
  | { name: "conversations" }
  | { name: "memories" }
  | { name: "article"; id: string; passage: string; title: string };

export interface ViewState {
  phase: Phase;
  /** From the first to the one that is shown; none: the conversation is shown. */
  screens: readonly Screen[];
  connection: Connection;
  ticket: TicketRef | null;
  theme: Theme | null;
  greeting: string;
  starters: readonly string[];
  /** What the tenant says on the first screen. */
  home: Home | null;
  /** How the chat may make itself noticed. */
  alerts: Alerts | null;
  /** Whether people know where to reach the visitor. */
  reachable: boolean;
  /** There may be conversations from before. */
  isKnown: boolean;
  /** What is remembered of the visitor can be read, corrected and erased. */
  hasMemory?: boolean | undefined;
  /** Which files may be sent; null for none. */
  offer: AttachmentOffer | null;
  items: readonly TimelineItem[];
  /** A summary of the reasoning behind the newest answer, until something else is asked. */
  thinking?: string | undefined;
  /** Cursor of the messages before those of `items`; null: there are none. */
  earlier: string | null;
  turn: TurnState;
  status: StreamEventOf<"status"> | null;
  agent: AgentRef | null;
  typing: string | null;
  /** Grows when something was said in another of the visitor's tickets. */
  elsewhere: number;
  clarification: Clarification | null;
  /** What tools are at, and what waits for a yes, since the last answer. */
  calls?: readonly ToolNews[] | undefined;
  shown: boolean;
  unread: number;
  /** Everything up to this number came with the handshake. */
  floor: number;
  /** Numbers of the stored events applied since: each counts once, whichever stream brings it first. */
  applied: ReadonlySet<number>;
  cursor: Cursor;
}

/** True while a person is asked or at work: words go to them, and there is no turn to wait for or to stop. */
export function isWithPerson(ticket: TicketRef | null): boolean {
  return ticket?.owner === "human" && ticket.status !== "resolved" && ticket.status !== "closed";
}

/** True when the ticket was ended. The visitor may go on for a while or begin anew. */
export function isOver(ticket: TicketRef | null): boolean {
  return ticket?.status === "resolved" || ticket?.status === "closed";
}

/** True while messages wait until the tenant's form is answered, or skipped: before the first of all, or before a person gets them. */
export function isHeld({ ticket, cursor }: ViewState): boolean | undefined {
  const form = ticket?.form;
  return form && (form.when === "start" ? !cursor.sequence : form.is_required && isWithPerson(ticket));
}

/** True when no chat can begin on this page. */
export function isHopeless({ phase }: ViewState): boolean {
  return phase.type === "failed" && !phase.retryable;
}

/** Order of what the server has not numbered yet. */
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
