import type { z } from "zod";
import { AppError } from "../errors.ts";

/**
 * Parses what came from outside. The error names fields and rules, never the values that were sent.
 * @throws AppError `invalid_request`.
 */
export function parseBody<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues
    .slice(0, 10)
    .map((issue) => ({ field: issue.path.join("."), message: issue.message }));
  throw new AppError("invalid_request", "The request is not valid.", { details });
}

/** A path parameter that is an id; any other text is an address where nothing is. @throws AppError `not_found`. */
export function parseId<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AppError("not_found", "There is nothing here.");
  return parsed.data;
}
