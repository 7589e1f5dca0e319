import { Part } from "./part.ts";

/** An element may stand in a template before its part is there: the browser fills it in when it comes. */
export const parts = {
  alerts: new Part(() => import("./alerts.ts")),
  after: new Part(() => import("./after.ts")),
  article: new Part(() => import("./article.ts")),
  attach: new Part(() => import("./attach.ts")),
  citation: new Part(() => import("./citation.ts")),
  conversations: new Part(() => import("./conversations.ts")),
  form: new Part(() => import("./form.ts")),
  home: new Part(() => import("./home.ts")),
  memories: new Part(() => import("./memories.ts")),
  menu: new Part(() => import("./menu.ts")),
  phone: new Part(() => import("./phone.ts")),
  stream: new Part(() => import("./stream.ts")),
  thread: new Part(() => import("./thread.ts")),
  tools: new Part(() => import("./tools.ts")),
};
