import { type ErrorCode, errorStatus } from "../../../protocol/errors.ts";
import type { Route } from "../../../protocol/route.ts";
import type { Json } from "./schemas.ts";

/** Error responses that many operations share: the meaning of the status, and its codes. */
const shared = {
  BadRequest: {
    status: 400,
    text: "The request is not valid. See `details`.",
    codes: ["invalid_request", "invalid_json"],
  },
  Unauthorized: { status: 401, text: "The credentials are missing, invalid or expired.", codes: ["unauthorized"] },
  Forbidden: { status: 403, text: "The caller has no permission for this.", codes: ["forbidden"] },
  NotFound: { status: 404, text: "Not found for this caller.", codes: ["not_found"] },
  TooLarge: { status: 413, text: "The request body is too large.", codes: ["payload_too_large"] },
  WrongType: { status: 415, text: "The content type is not supported.", codes: ["unsupported_media_type"] },
  TooMany: { status: 429, text: "Too many requests. `Retry-After` says when to try again.", codes: ["rate_limited"] },
} satisfies Record<string, { status: number; text: string; codes: ErrorCode[] }>;

/** Message of an error response, by its code. */
const messages: Partial<Record<ErrorCode, string>> = {
  invalid_request: "The request is not valid. See `details`.",
  invalid_json: "The request body is not valid JSON.",
  unauthorized: "Sign in to continue.",
  invalid_credentials: "The e-mail address or password is wrong.",
  forbidden: "You need the manager role for this. Ask an admin.",
  origin_not_allowed:
    'The origin https://shop.example is not allowed to start a chat. Allow it in the settings under "Domains and install", or with: npx parley domain add https://shop.example --tenant <tenant>',
  identity_required: "This chat is for signed-in visitors only. Sign in on the site first.",
  not_accepted: "You cannot send messages in this chat.",
  not_found: "Not found. Check the URL.",
  message_conflict: "This message_id already belongs to another message. Use a new id.",
  ticket_closed: "This conversation is closed. Start a new one.",
  already_resolved: "This ticket is already resolved.",
  already_answered: "This question already has an answer.",
  already_handled: "Someone else was faster: the ticket has changed. Reload it.",
  already_taken: "This ticket is assigned to a colleague. Take it over to reply.",
  form_required: "Fill in the form first.",
  form_changed: "The form has changed. Load it again.",
  no_draft: "This ticket has no draft to send. Write a reply instead.",
  conflict: "The request conflicts with the current state. Reload and try again.",
  confirmation_expired: "Nobody approved this in time, so nothing was changed.",
  link_ended: "This link has expired or was already used. Request a new one.",
  payload_too_large: "The request body is too large.",
  unsupported_media_type: "Send JSON with the header Content-Type: application/json.",
  unprocessable_document: "No text was found in this document.",
  source_refused: "Source [1] is internal and cannot be shown to visitors. Remove it to send the answer.",
  attachment_refused: "This file type is not supported.",
  attachment_limit: "The daily upload limit is reached. Try again tomorrow.",
  rate_limited: "Too many requests. Wait a moment and try again.",
  internal: "Something went wrong on our side. Try again.",
  model_unavailable: "No language model is available for this.",
  overloaded: "The server is busy right now. Try again shortly.",
  unavailable: "Part of the service is not available right now. Try again shortly.",
};

/** By name, for `components`. */
export function sharedRefusals(): Json {
  const responses = Object.entries(shared).map(([name, { text, codes }]) => [name, refusal(text, codes)]);
  return { ...Object.fromEntries(responses), Failed: refusal("Any other error.", ["internal"]) };
}

/** The errors that a route can return, by status. */
export function refusalsOf(route: Route): Json {
  const own = byStatus(route.errors ?? []);
  const usual = usualOf(route);
  const responses: Record<string, Json> = {};
  for (const name of usual) responses[shared[name].status] = { $ref: `#/components/responses/${name}` };
  for (const [status, codes] of own) {
    const among = usual.find((name) => shared[name].status === status);
    const all = [...codes, ...(among ? shared[among].codes.filter((code) => !codes.includes(code)) : [])];
    responses[status] = refusal(`Errors: ${all.map((code) => `\`${code}\``).join(", ")}.`, all);
  }
  return { ...responses, default: { $ref: "#/components/responses/Failed" } };
}

function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of codes) groups.set(errorStatus[code], [...(groups.get(errorStatus[code]) ?? []), code]);
  return groups;
}

function usualOf({ path, auth, role, query, body, upload }: Route): (keyof typeof shared)[] {
  const hasBody = body !== undefined || upload !== undefined || auth === "mail";
  const rules: [keyof typeof shared, boolean][] = [
    ["BadRequest", hasBody || query !== undefined],
    ["Unauthorized", auth !== "none"],
    ["Forbidden", role !== undefined || auth === "person"],
    ["NotFound", path.includes("/:")],
    ["TooLarge", hasBody],
    ["WrongType", hasBody],
    ["TooMany", path.startsWith("/api/")],
  ];
  return rules.filter(([, applies]) => applies).map(([name]) => name);
}

function refusal(description: string, codes: ErrorCode[]): Json {
  const examples = codes.map((code) => [
    code,
    { value: { error: { code, message: messages[code] ?? code, request_id: "0198c1f2-7a31-7cc4-9c55-0b6d0e0f7aff" } } },
  ]);
  const schema = { $ref: "#/components/schemas/Error" };
  return { description, content: { "application/json": { schema, examples: Object.fromEntries(examples) } } };
}
