import { z } from "zod";
import { AppError, asError } from "../../server/core/errors.ts";

/**
 * Converts an error for the command line or the other end of the socket. Arguments that fit no schema are an invalid request, not an
 * internal error.
 */
export function toRefusal(error: unknown): { code: string; message: string } {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    const where = issue?.path.join(".") || "The arguments";
    return { code: "invalid_request", message: `${where}: ${issue?.message ?? "is invalid"}` };
  }
  return { code: "internal", message: asError(error).message };
}
