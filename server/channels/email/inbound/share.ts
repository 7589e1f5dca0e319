import { AppError } from "../../../core/errors.ts";
import type { EmailRequest } from "../../../knowledge/reading/parsers/file-parser.ts";

/**
 * E-mails of one group (a tenant) that may be parsed or wait at the same time; two are parsed at once, so that other groups get their turn
 * in between.
 */
const mostOfGroup = 4;

/** Parses e-mails so that one group cannot occupy all slots. @throws AppError `overloaded` for a further e-mail of the group. */
export function shareParser<Result>(
  parse: (mail: EmailRequest) => Promise<Result>,
): (mail: EmailRequest) => Promise<Result> {
  const counts = new Map<string, number>();
  return async (mail) => {
    const group = mail.group ?? "";
    const count = (counts.get(group) ?? 0) + 1;
    if (count > mostOfGroup)
      throw new AppError("overloaded", "Too many e-mails are waiting. Try again shortly.", { retryAfterSeconds: 10 });
    counts.set(group, count);
    try {
      return await parse(mail);
    } finally {
      const rest = (counts.get(group) ?? 1) - 1;
      if (rest > 0) counts.set(group, rest);
      else counts.delete(group);
    }
  };
}
