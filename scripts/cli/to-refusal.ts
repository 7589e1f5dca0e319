import { z } from "zod";
import { AppError, asError } from "../../server/core/errors.ts";

/** What is said of an error, here or at the other end of the socket. Arguments that fit no schema are wrong use, not a failure. */
export function toRefusal(error: unknown): { code: string; message: string } {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  if (error instanceof z.ZodError) {
    const [issue] = error.issues;
    const where = issue?.path.join(".") || "The arguments";
    return { code: "invalid_request", message: `${where}: ${issue?.message ?? "is invalid"}` };
  }
  return { code: "internal", message: asError(error).message };
}
