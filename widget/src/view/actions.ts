import type { Attachment } from "../../../protocol/attachments.ts";
import type { InitResponse } from "../../../protocol/requests.ts";
import type { Connection, Phase, Screen, SendFailure } from "./state.ts";

/** Everything that can change the view, but the events of the stream. */
export type ViewAction =
  /** How far the session is, until it has started. */
  | { type: "phase"; phase: Phase }
  /** `isKnown`: there may be conversations from before. `seen`: the newest message that was on the screen. */
  | { type: "started"; answer: InitResponse; at: string; isKnown: boolean; seen?: string | undefined }
  | { type: "composed"; id: string; content: string; attachments?: readonly Attachment[] | undefined; at: string }
  | { type: "delivery"; id: string; state: "sending" | "queued" }
  | { type: "send_failed"; id: string; failure: SendFailure }
  | { type: "connection"; connection: Connection }
  | { type: "shown"; shown: boolean }
  /** The visitor read everything, here or in another tab. */
  | { type: "read" }
  /** To a screen, or back to the one before; to none: the conversation. */
  | { type: "went"; screen: Screen | null }
  | { type: "came_back" }
  | { type: "stopping" }
  | { type: "chosen"; choice: string | null }
  | { type: "rated"; id: string; rating: "up" | "down" }
  /** `moved`: to another conversation, which another tab shows; what was not sent stays. `keeps`: messages that belong to the next one. */
  | { type: "reset"; expired: boolean; moved?: boolean; keeps?: readonly string[] | undefined; at: string };
