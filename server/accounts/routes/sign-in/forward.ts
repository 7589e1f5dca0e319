import type { Response as ExpressResponse, Request } from "express";
import { z } from "zod";
import { AppError } from "../../../core/errors.ts";
import { consoleAuthPath } from "../../sign-in/console-auth.ts";
import type { AuthServices } from "../../sign-in/services.ts";

/** The request that the library is asked for, and its response. */
export interface Asked {
  request: Request;
  response: ExpressResponse;
}

/** Request to the sign-in library: its own path and a parsed body. */
interface Question {
  path: string;
  body?: object;
}

/**
 * Calls the sign-in library for the request's sender. Its cookies are set on the response; the caller renders its result.
 * @throws AppError for a refusal of the library.
 */
export async function askLibrary(
  auth: AuthServices,
  { request, response }: Asked,
  { path, body }: Question,
): Promise<unknown> {
  const headers = headersOf(request);
  if (body) headers.set("content-type", "application/json");
  const answer = await auth.console.handle(
    new Request(`${auth.publicUrl}${consoleAuthPath}${path}`, {
      method: body ? "POST" : "GET",
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
  );
  const text = await answer.text();
  if (answer.status >= 400) throw refusal(answer.status, text);
  for (const cookie of answer.headers.getSetCookie()) response.append("Set-Cookie", cookie);
  response.set("Cache-Control", "no-store");
  return text === "" ? null : JSON.parse(text);
}

/** The body is serialized again, so its old length and framing are wrong. */
const hopHeaders = new Set(["content-length", "transfer-encoding", "connection", "expect", "upgrade"]);

/** The request's headers, in which the library finds its cookie. */
export function headersOf(request: Request): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === "string" && !hopHeaders.has(name)) headers.set(name, value);
  return headers;
}

const refusalSchema = z.object({ code: z.string() });

function refusal(status: number, text: string): AppError {
  const known = refusals[codeIn(text)];
  if (known) return known();
  if (status === 401) return new AppError("invalid_credentials", "The e-mail address or password is wrong.");
  if (status === 403) return new AppError("forbidden", "Open the console at the address in PUBLIC_URL to sign in.");
  if (status === 429) return tooMany();
  if (status < 500) return new AppError("invalid_request", "The request is not valid. Check its format.");
  return new AppError("internal", "Sign-in is not available right now. Try again shortly.");
}

/** The library's error codes that people can meet. */
const refusals: Record<string, () => AppError> = {
  INVALID_PASSWORD: () => new AppError("invalid_credentials", "The password is wrong. Try again."),
  INVALID_CODE: () => new AppError("invalid_credentials", "The code is wrong or expired. Enter the current one."),
  INVALID_BACKUP_CODE: () => new AppError("invalid_credentials", "The recovery code is wrong or was already used."),
  INVALID_TWO_FACTOR_COOKIE: () => new AppError("unauthorized", "This took too long. Sign in again."),
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: () => new AppError("unauthorized", "Too many wrong codes. Sign in again."),
  ACCOUNT_TEMPORARILY_LOCKED: tooMany,
  TOTP_ALREADY_ENABLED: () => new AppError("conflict", "Two-factor authentication is already on."),
  TOTP_NOT_ENABLED: () => new AppError("conflict", "Two-factor authentication is not on."),
  TWO_FACTOR_NOT_ENABLED: () => new AppError("conflict", "Two-factor authentication is not on."),
};

function tooMany(): AppError {
  return new AppError("rate_limited", "Too many attempts. Wait a moment and try again.", { retryAfterSeconds: 60 });
}

function codeIn(text: string): string {
  try {
    return refusalSchema.safeParse(JSON.parse(text)).data?.code ?? "";
  } catch {
    return "";
  }
}
