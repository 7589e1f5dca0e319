import { z } from "zod";
import { parseUrl } from "../text/parse-url.ts";
import { optionalText } from "./values.ts";

/** An IMAP mailbox as a URL: server, account and, as path, the folder. */
export const imapMailbox = optionalText.transform((value, context) => {
  if (value === undefined) return undefined;
  const url = parseUrl(value);
  const isSecure = url?.protocol === "imaps:";
  if (!url?.hostname || !url.username || !url.password || !(isSecure || url.protocol === "imap:")) {
    context.addIssue({
      code: "custom",
      message:
        "must be a URL with user name and password, for example imaps://user:password@mail.example.com/INBOX (write @ as %40)",
    });
    return z.NEVER;
  }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || (isSecure ? 993 : 143)),
    /** TLS from the beginning; otherwise STARTTLS, except on this machine. */
    isSecure,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    folder: decodeURIComponent(url.pathname.slice(1)) || "INBOX",
  };
});

export type Mailbox = NonNullable<z.infer<typeof imapMailbox>>;

/** URL of an SMTP server, optionally with user name and password. */
export const emailServer = optionalText.refine(
  (value) => value === undefined || ["smtp:", "smtps:"].includes(parseUrl(value)?.protocol ?? ""),
  { message: "must be a URL, for example smtps://user:password@mail.example.com" },
);

/** Sender address of e-mails, without a name. */
export const emailAddress = optionalText.refine((value) => value === undefined || z.email().safeParse(value).success, {
  message: "must be an e-mail address, for example support@example.com",
});
