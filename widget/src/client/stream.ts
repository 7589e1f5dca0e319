/** Code that sends messages, receives events and applies them to the view. */

export { reduceEvent } from "../view/reduce-event.ts";
export { resynced } from "../view/resync.ts";
export { ask, choose, openTicket, post, sendMessage, toOutgoing } from "./send.ts";
export { followTogether } from "./shared-feed.ts";
