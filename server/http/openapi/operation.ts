import type { z } from "zod";
import type { MemberRole } from "../../../protocol/admin.ts";
import type { ErrorCode } from "../../../protocol/errors.ts";
import type { Method } from "../routes.ts";

/** What the operations are put together by, and what is said of each group. */
export const tags = {
  chat: "What a visitor's page does: open a session, send messages, follow the ticket. It needs the session token that `POST /api/v1/chat/init` gives.",
  desk: "What agents do: read and answer tickets, put them in order, and work together. It needs an API key or the console's sign-in.",
  copilot:
    "The assistant of agents and knowledge managers: sums up, answers, compares and audits over the library. Conversations are their person's alone.",
  playground:
    "Talks with the assistant that no visitor has: every node of an answer, and the same question again with another draft. Runs are their person's alone.",
  analytics: "What happened in a period, in figures, as a file, and ticket by ticket.",
  library: "What the assistant answers from: documents, sets, snippets, gaps, search and the cache of answers.",
  settings: "What an admin decides about the tenant: settings, grades, domains, API keys, and the audit log.",
  data: "How long what is kept, what is erased with a receipt, and what is taken along.",
  people: "Who works for the tenant, and what each person keeps of their own account.",
  webhooks: "What a tenant's own systems are told, and what became of it.",
  tools: "Systems that the assistant may ask and change things in, and the record of every call.",
  "sign-in": "How people get in to the console. Programs use API keys instead.",
  service: "For operators, monitoring, and the mail provider.",
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
