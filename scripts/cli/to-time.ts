import { AppError } from "../../server/core/errors.ts";

/** Converts a day or a time that a user typed for the API. @throws AppError `invalid_request` with the name of the option. */
export function toTime(option: string, text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new AppError(
      "invalid_request",
      `${option} is not a date. Write dates like this: 2027-01-31 or 2027-01-31T09:00Z.`,
    );
  return time.toISOString();
}
