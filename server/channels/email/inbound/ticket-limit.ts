import { AppError } from "../../../core/errors.ts";

/** Most e-mails to one ticket per hour: more than a human writes, fewer than a loop of two programs. */
const maxOfHour = 30;

/** @param count e-mails that the ticket received within the last hour. @throws AppError `rate_limited` */
export function refuseTooMany(count: number): void {
  if (count < maxOfHour) return;
  throw new AppError("rate_limited", "Too many e-mails for this ticket. Try again later.", {
    retryAfterSeconds: 3_600,
  });
}
