import type { z } from "zod";
import { AppError } from "../core/errors.ts";

/**
 * Parses input from outside. The error names fields and rules, never the sent values.
 * @throws AppError `invalid_request`.
 */
export function parseBody<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues
    .slice(0, 10)
    .map((issue) => ({ field: issue.path.map(String).filter(isPlainName).join("."), message: messageOf(issue) }));
  throw new AppError("invalid_request", "The request is not valid. See `details`.", { details });
}

/** Unknown field names are returned when they look like names; any other key is content, which is never sent back. */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== "unrecognized_keys") return issue.message;
  const names = issue.keys.filter(isPlainName).slice(0, 5);
  return names.length > 0 ? `Unrecognized key: ${names.map((name) => `"${name}"`).join(", ")}` : "Unrecognized key";
}

function isPlainName(name: string): boolean {
  return /^[A-Za-z_]{1,40}$|^\d{1,4}$/.test(name);
}
