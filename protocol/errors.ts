import { z } from "zod";

/**
 * Every error code that a client can receive, with its HTTP status. Only `http/error-handler.ts` reads the status; all other code throws or
 * compares the code.
 */
export const errorStatus = {
  invalid_request: 400,
  invalid_json: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  forbidden: 403,
  /** The operator has suspended the caller's tenant. */
  tenant_suspended: 403,
  origin_not_allowed: 403,
  /** The tenant serves only visitors whose identity its own server has signed. */
  identity_required: 403,
  /** The visitor is blocked: the server rejects all their messages. */
  not_accepted: 403,
  not_found: 404,
  method_not_allowed: 405,
  message_conflict: 409,
  ticket_closed: 409,
  already_resolved: 409,
  /** The clarification already has another answer, or nothing waits for it any more. */
  already_answered: 409,
  /** Nobody approved the change in time, so it was not made. */
  confirmation_expired: 410,
  /** Another person was faster: the ticket no longer waits for this. */
  already_handled: 409,
  /** The ticket is assigned to another agent. */
  already_taken: 409,
  /** The visitor must answer the tenant's form first; the responses of `init` and `tickets/{id}/open` contain it. */
  form_required: 409,
  /** The tenant has changed the form since the visitor received it. */
  form_changed: 409,
  /** The ticket has no draft to send. */
  no_draft: 409,
  /** The caller's session has switched to another tenant than the page's. */
  tenant_changed: 409,
  conflict: 409,
  /** The link was used, replaced, withdrawn, has expired, or never existed. */
  link_ended: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unprocessable_document: 422,
  /** An answer cites a source that visitors may not see or that is not in the library; the message names the reason. */
  source_refused: 422,
  /** A file of a type that is not allowed, or with bytes of another type; the message names the reason. */
  attachment_refused: 422,
  /** The daily limit of bytes is reached. */
  attachment_limit: 429,
  rate_limited: 429,
  internal: 500,
  model_unavailable: 503,
  overloaded: 503,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

const codes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/** Body of every error response before a stream starts. `details` never contains the input. */
export const errorBodySchema = z.object({
  error: z.object({
    code: z.enum(codes),
    message: z.string(),
    details: z.unknown().optional(),
    request_id: z.string().optional(),
    /** With tracing on: the id by which the operator finds the request. */
    trace_id: z.string().optional(),
  }),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
