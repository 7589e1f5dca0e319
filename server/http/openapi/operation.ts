import type { z } from "zod";
import type { MemberRole } from "../../../protocol/admin.ts";
import type { ErrorCode } from "../../../protocol/errors.ts";
import type { Method } from "../routes.ts";

/** What the operations are put together by, and what is said of each group. */
export const tags = {
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
} as const;

/** One line of the API's table: what a route takes and gives. */
export interface Operation {
  method: Method;
  /** In Express' notation; `:id` becomes `{id}`. */
  path: string;
  /** Unique; what generated clients call it. */
  id: string;
  /** One line, without a full stop. */
  summary: string;
  /** What one has to know to call it. */
  description: string;
  tag: keyof typeof tags;
  /** `agent`: an API key or a signed-in person; `person`: the latter only; `mail`: the provider of mails. */
  auth: "none" | "visitor" | "agent" | "person" | "mail";
  /** The least that the caller must be. */
  role?: MemberRole;
  /** Refusals beside those that every operation of its kind can meet. */
  errors?: ErrorCode[];
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Fields beside the files, where the address takes `multipart/form-data`; beside a body, or as the only form. */
  upload?: z.ZodObject;
  /** Status of success, 200 unless said. */
  status?: number;
  /** JSON of the answer; `stream` for server-sent events whose data is this. */
  answer?: z.ZodType;
  stream?: z.ZodType;
  /** The answer is a file, of this type. */
  bytes?: string;
  /** The answer is a text, of this type. */
  text?: string;
}
