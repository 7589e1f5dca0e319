import { z } from "zod";

/**
 * Every error code a client can meet, with its HTTP status. `http/error-handler.ts` is the only
 * reader of the status; everyone else throws or matches the code.
 */
export const errorStatus = {
  invalid_request: 400,
  invalid_json: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  forbidden: 403,
  /** The operator has suspended the tenant that the caller works for. */
  tenant_suspended: 403,
  origin_not_allowed: 403,
  /** The tenant serves only visitors whom its own server has signed. */
  identity_required: 403,
  /** Nothing that this visitor says is taken. */
  not_accepted: 403,
  not_found: 404,
  method_not_allowed: 405,
  message_conflict: 409,
  ticket_closed: 409,
  already_resolved: 409,
  /** A clarification that has another answer by now, or that nobody waits for any more. */
  already_answered: 409,
  /** Nobody said yes to a change in time; it was not made. */
  confirmation_expired: 410,
  /** Somebody else was faster: the ticket no longer waits for this. */
  already_handled: 409,
  /** Another agent holds the ticket. */
  already_taken: 409,
  /** The tenant asks something of the visitor first; `init` and `tickets/{id}/open` bring the form. */
  form_required: 409,
  /** The tenant has changed the form since the visitor got it. */
  form_changed: 409,
  /** The ticket has no draft that could be sent. */
  no_draft: 409,
  /** The caller's session works for another tenant by now than the page that asks. */
  tenant_changed: 409,
  conflict: 409,
  /** A link that was used, replaced, withdrawn, or is too old; or that never was one. */
  link_ended: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unprocessable_document: 422,
  /** An answer names a source that visitors may not see, or that is not in the library; the message tells which. */
  source_refused: 422,
  /** A file of a type that may not be sent, or that is not what it says; the message tells which. */
  attachment_refused: 422,
  /** As many bytes as may be sent in a day. */
  attachment_limit: 429,
  rate_limited: 429,
  internal: 500,
  model_unavailable: 503,
  overloaded: 503,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

const codes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/** Body of every error answer given before a stream starts. `details` never echoes the input. */
export const errorBodySchema = z.object({
  error: z.object({
    code: z.enum(codes),
    message: z.string(),
    details: z.unknown().optional(),
    request_id: z.string().optional(),
    /** Where traces are on: what the operator finds the request by. */
    trace_id: z.string().optional(),
  }),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
