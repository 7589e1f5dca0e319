import type { Tag } from "../../../protocol/route.ts";

/** Descriptions of the groups of routes. */
export const tags: Record<Tag, string> = {
  chat: "For the chat on your pages: start a session, send messages and follow the ticket. Requires the session token from `POST /api/v1/chat/init`.",
  desk: "For agents: read, answer and organize tickets. Requires an API key or a signed-in user.",
  copilot:
    "The copilot for agents and knowledge managers: summarize, answer, compare and audit documents of the library. Conversations are private to their user.",
  playground:
    "Test the assistant without a visitor: see every step of an answer, and ask the same question again with other drafts. Runs are private to their user.",
  analytics: "Figures over time, CSV downloads, and the tickets behind each figure.",
  library: "The assistant's knowledge: documents, sets, snippets, gaps, search and the answer cache.",
  settings: "The tenant's configuration: settings, confidence, domains, API keys and the audit log.",
  data: "Retention, export and erasure.",
  people: "The tenant's people, and each person's own account.",
  webhooks: "Events for the tenant's own systems, and their deliveries.",
  tools: "Systems that the assistant may read from and make changes in, and the log of every call.",
  "sign-in": "Sign in to the console. Programs use API keys instead.",
  service: "For operators, monitoring and the e-mail provider.",
};
