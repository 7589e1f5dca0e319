/** What sends, what hears, and what that does to the view. */
export { ask, openTicket } from "../client/ask.ts";
export { choose } from "../client/choose.ts";
export { post, sendMessage } from "../client/send-message.ts";
export { followTogether } from "../client/shared-feed.ts";
export { reduceEvent } from "../view/reduce-event.ts";
export { resynced } from "../view/resync.ts";
