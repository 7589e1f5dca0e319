import type { JobHandler, Queues } from "../jobs/queues.ts";
import { roomLogger } from "../log.ts";
import { requestTranscript } from "../mail/request-transcript.ts";
import { sendMail } from "../mail/send-mail.ts";
import { createSmtpMailer } from "../mail/smtp-mailer.ts";
import type { TicketKey } from "../store/tickets.ts";
import type { Resources } from "./resources.ts";

/** Who works on the mail that waits: nobody where no mail server is set. Opens no connection yet. */
export function mailHandlers({ config, db, log, closers }: Resources): { mail?: JobHandler } {
  if (!config.mail) return {};
  const mailer = createSmtpMailer(config.mail);
  closers.add(async () => mailer.close());
  return { mail: (payload) => sendMail({ db, mailer, log: roomLogger(log, "mail") }, payload) };
}

/** What visitors may have sent: nothing where no mail server is set. */
export function mailActions({ config, db }: Resources, queues: Pick<Queues, "wake">) {
  if (!config.mail) return { hasMail: false };
  const wake = (tenantId: string, job: { id: string; place: number }) =>
    queues.wake(tenantId, { ...job, kind: "mail" });
  return {
    hasMail: true,
    requestTranscript: (wish: TicketKey & { recipient: string }) => requestTranscript({ db, wake }, wish),
  };
}
