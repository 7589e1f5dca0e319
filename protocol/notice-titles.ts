import type { NoticeKind } from "./notices.ts";

/** Titles of notifications in the browser and on the phone. Without schemas, so that the console can load them alone. */
export const noticeTitles: Record<NoticeKind, string> = {
  waiting: "A ticket needs a reply",
  mine: "New message from a visitor",
  mention: "You were mentioned",
  overdue: "A ticket is overdue",
};
