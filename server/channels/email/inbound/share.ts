import { AppError } from "../../../core/errors.ts";
import type { EmailRequest } from "../../../knowledge/reading/parsers/file-parser.ts";

/** Mails of one group (a tenant) that may be parsed or wait for it at a time; two are parsed at once, others get their turn between. */
const mostOfGroup = 4;

/** Parses mails so that those of one group do not take every place. @throws AppError `overloaded` for one more of its mails. */
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
