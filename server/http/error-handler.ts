import type { ErrorRequestHandler, Request, Response } from "express";
import type { ErrorBody } from "../../protocol/errors.ts";
import { AppError, asError, isPassing } from "../core/errors.ts";
import type { Logger } from "../core/log.ts";
import { requestIdOf, traceIdOf } from "./request-log.ts";

/** Bytes of a refused body that are read and discarded, so that the client receives the response. */
const drainBytes = 16 * 1024 * 1024;

/** Turns every thrown error into a response. Only this handler reads an error's status. */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (thrown, request, response, next) => {
    const error = toAppError(thrown);
    const request_id = requestIdOf(response);
    const trace_id = traceIdOf(response);
    if (error.status >= 500)
      log.error({ request_id, trace_id, code: error.code, err: describe(thrown) }, "Request failed");
    else log.debug({ request_id, code: error.code, cause: describe(error.cause) }, "Request refused");
    if (response.headersSent) {
      // A part of the response was sent; destroying the connection is the only way to show the client the failure.
      response.destroy();
      return;
    }
    if (error.status === 413) discardBody(request, response);
    if (error.retryAfterSeconds !== undefined) response.set("Retry-After", String(Math.ceil(error.retryAfterSeconds)));
    if (error.status === 401) response.set("WWW-Authenticate", "Bearer");
    const body: ErrorBody = {
      error: {
        code: error.code,
        message: error.message,
        ...(error.details === undefined ? {} : { details: error.details }),
        request_id,
        ...(trace_id === undefined ? {} : { trace_id }),
      },
    };
    response.status(error.status).set("Cache-Control", "no-store").json(body);
    void next;
  };
}

/** Errors of Express and its body parser have a status or a type, connection errors a code; the others are ours. */
function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const { type, status } = fieldsOf(thrown);
  if (type === "entity.too.large") return new AppError("payload_too_large", "The request body is too large.");
  if (type === "entity.parse.failed") return new AppError("invalid_json", "The request body is not valid JSON.");
  if (type === "encoding.unsupported" || type === "charset.unsupported")
    return new AppError("unsupported_media_type", "Send uncompressed UTF-8.");
  if (typeof status === "number" && status === 413)
    return new AppError("payload_too_large", "The request body is too large.");
  if (typeof status === "number" && status >= 400 && status < 500)
    return new AppError(
      status === 404 ? "not_found" : "invalid_request",
      "The request is not valid. Check its format.",
    );
  if (isPassing(thrown)) {
    return new AppError("unavailable", "Part of the service is not available right now. Try again shortly.", {
      cause: thrown,
      retryAfterSeconds: 5,
    });
  }
  return new AppError("internal", "Something went wrong on our side. Try again.", { cause: thrown });
}

function fieldsOf(thrown: unknown): {
  type?: unknown;
  status?: unknown;
} {
  return typeof thrown === "object" && thrown !== null ? thrown : {};
}

function discardBody(request: Request, response: Response): void {
  response.set("Connection", "close");
  let seen = 0;
  request.on("data", (chunk: Buffer) => {
    seen += chunk.length;
    if (seen > drainBytes) request.destroy();
  });
  request.resume();
}

function describe(error: unknown): { message: string; stack?: string } | undefined {
  if (error === undefined) return undefined;
  const { message, stack } = asError(error instanceof AppError && error.cause !== undefined ? error.cause : error);
  return { message, stack };
}
