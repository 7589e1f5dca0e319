import { z } from "zod";

/**
 * Why an e-mail does not arrive. `gone`: the mailbox does not exist. `full`: the mailbox takes no more e-mails at the moment. `delayed`:
 * another passing reason. `rejected`: the server refuses this e-mail, for its content, its size or its sender.
 */
export const deliveryProblemSchema = z.enum(["gone", "full", "delayed", "rejected"]);
export type DeliveryProblem = z.infer<typeof deliveryProblemSchema>;

/**
 * The problem that a mail server reports.
 * @param status the code of a report (RFC 3463), e.g. `5.2.2`
 * @param smtp the reply code of SMTP, e.g. 552
 * @param enhanced the code beside it; more exact than a general `status` such as `5.0.0`
 */
export function problemOf({
  status,
  smtp,
  enhanced,
}: {
  status?: string | undefined;
  smtp?: number | undefined;
  enhanced?: string | undefined;
}): DeliveryProblem {
  const exact = [status, enhanced].find((code) => code !== undefined && !/^[45]\.0\.0$/.test(code));
  if (exact !== undefined) return ofEnhanced(exact, smtp);
  if (smtp !== undefined) return ofSmtp(smtp);
  return (status ?? "").startsWith("4") ? "delayed" : "gone";
}

/** Subject and detail of RFC 3463, section 3. The first digit says only whether this server tried again. */
function ofEnhanced(code: string, smtp: number | undefined): DeliveryProblem {
  const [type, subject, detail] = code.split(".").map(Number);
  if (subject === 2 && detail === 2) return "full";
  if (type === 4) return "delayed";
  // 2.3 and 3.4: too large.
  if (subject === 6 || subject === 7 || (subject === 2 && detail === 3) || (subject === 3 && detail === 4))
    return "rejected";
  if (subject === 1 || (subject === 2 && detail !== 0)) return "gone";
  // The network: 4.4 is an unknown domain, the rest passes, such as 4.7, the end of the server's attempts.
  if (subject === 4) return detail === 1 || detail === 4 ? "gone" : "delayed";
  if (subject === 3 || subject === 5) return "rejected";
  return smtp === undefined ? "gone" : ofSmtp(smtp);
}

/** RFC 5321, section 4.2. */
function ofSmtp(code: number): DeliveryProblem {
  if (code === 552 || code === 452) return "full";
  if (code < 500) return "delayed";
  return [550, 551, 553].includes(code) ? "gone" : "rejected";
}

/** Codes of SMTP and of RFC 3463 in a text; an IP address is neither. */
export function codesIn(text: string): { smtp?: number; enhanced?: string } {
  const enhanced = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/.exec(text)?.[0];
  const smtp = /(?<![\d.])[45][0-5]\d(?=[ -])/.exec(text)?.[0];
  return { ...(smtp && { smtp: Number(smtp) }), ...(enhanced && { enhanced }) };
}
