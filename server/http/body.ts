import { isUtf8 } from "node:buffer";
import express, { type Request, type RequestHandler } from "express";
import { AppError } from "../core/errors.ts";

/** Many times the longest message (8,000 characters). */
export const chatBodyBytes = 256 * 1024;
/** Parley's own requests have at most five levels. */
const maxDepth = 32;

/**
 * Parses a JSON body into `request.body`, or rejects it: 415 for another content type or an encoding, 413 above the limit, 400 for invalid
 * JSON, invalid UTF-8, NUL, lone surrogates and too many levels.
 */
export function jsonBody(limitBytes: number): RequestHandler[] {
  const parse = express.json({
    limit: limitBytes,
    type: () => true,
    inflate: false,
    verify: (_request, _response, bytes) => checkUtf8(bytes),
  });
  return [checkContentType, parse, checkText];
}

const checkContentType: RequestHandler = (request, _response, next) => {
  const given = request.headers["content-type"];
  if (given === undefined && !hasBody(request)) return next();
  if (given === undefined || !isJson(given))
    throw new AppError("unsupported_media_type", "Send the body as application/json in UTF-8.");
  next();
};

const checkText: RequestHandler = (request, _response, next) => {
  if (!isPlain(request.body))
    throw new AppError("invalid_request", "The body contains unsupported characters or is nested too deeply.");
  next();
};

function hasBody(request: Request): boolean {
  return request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;
}

/** `application/json` in any spelling, with no charset except UTF-8. */
function isJson(contentType: string): boolean {
  const [type = "", ...parameters] = contentType
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  if (type !== "application/json") return false;
  return parameters.every(
    (parameter) =>
      !parameter.startsWith("charset=") || ["utf-8", "utf8"].includes(parameter.slice(8).replaceAll('"', "")),
  );
}

/** The body parser sets a status on the thrown error, which an AppError does not allow. */
function checkUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw Object.assign(new Error("the body is not UTF-8"), { type: "entity.parse.failed" });
}

/** Every string, key or value, can be stored and returned unchanged. Not recursive, because the sender chooses the depth. */
function isPlain(body: unknown): boolean {
  let level: unknown[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return false;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === "string" && !isPlainText(value)) return false;
      if (typeof value !== "object" || value === null) continue;
      if (Array.isArray(value)) {
        for (const item of value) next.push(item);
        continue;
      }
      for (const [key, item] of Object.entries(value)) {
        if (key === "__proto__" || !isPlainText(key)) return false;
        next.push(item);
      }
    }
    level = next;
  }
  return true;
}

function isPlainText(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}
