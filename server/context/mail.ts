import type { JobHandler, Queues } from "../jobs/queues.ts";
import { roomLogger } from "../log.ts";
import { requestTranscript } from "../mail/request-transcript.ts";
import { sendMail } from "../mail/send-mail.ts";
import { sendPeopleMail } from "../mail/send-people-mail.ts";
import { createSmtpMailer } from "../mail/smtp-mailer.ts";
import type { TicketKey } from "../store/tickets.ts";
import type { Resources } from "./resources.ts";

/** Who works on the mail that waits: nobody where no mail server is set. Opens no connection yet. */
export function mailHandlers({ config, db, log, publicUrl, closers }: Resources): {
  mail?: JobHandler;
  people?: JobHandler;
} {
  if (!config.mail) return {};
  const mailer = createSmtpMailer(config.mail);
  closers.add(async () => mailer.close());
  const deps = { db, mailer, publicUrl, log: roomLogger(log, "mail") };
  return {
    mail: (payload) => sendMail(deps, payload),
    people: (payload) => sendPeopleMail(deps, payload),
  };
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
