import { Part } from "./part.ts";

/** An element may be in a template before its part is loaded: the browser upgrades it then. */
export const parts = {
  actions: new Part(() => import("../elements/actions/actions.ts")),
  alerts: new Part(() => import("../alerts/alerts.ts")),
  after: new Part(() => import("../elements/after/after.ts")),
  article: new Part(() => import("../elements/article/article.ts")),
  attach: new Part(() => import("../elements/attach/attach.ts")),
  citation: new Part(() => import("../elements/citation/citation.ts")),
  conversations: new Part(() => import("../elements/conversations/conversations.ts")),
  form: new Part(() => import("../elements/form/form.ts")),
  host: new Part(() => import("../elements/chat/host.ts")),
  home: new Part(() => import("../elements/home/home.ts")),
  memories: new Part(() => import("../elements/memories/memories.ts")),
  menu: new Part(() => import("../elements/menu/menu.ts")),
  phone: new Part(() => import("../elements/chat/phone.ts")),
  stream: new Part(() => import("../client/stream.ts")),
  timeline: new Part(() => import("../elements/timeline/timeline.ts")),
  tools: new Part(() => import("../elements/tools/tools.ts")),
  why: new Part(() => import("../elements/why/why.ts")),
};
