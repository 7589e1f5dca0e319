/** What sends, what hears, and what that does to the view. */

export { reduceEvent } from "../view/reduce-event.ts";
export { resynced } from "../view/resync.ts";
export { ask, choose, openTicket, post, sendMessage, toOutgoing } from "./send.ts";
export { followTogether } from "./shared-feed.ts";
