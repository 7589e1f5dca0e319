import type { InitResponse } from "../../../../protocol/requests.ts";
import type { StartedSession } from "../../../accounts/sign-in/start-session.ts";
import { alertsOf } from "../../../accounts/tenants/alerts.ts";
import { attachmentOffer } from "../../../accounts/tenants/attachment-rules.ts";
import { expectedAnswer, homeNow } from "../../../accounts/tenants/home.ts";
import { fullTheme } from "../../../accounts/tenants/theme.ts";
import type { ChatActions } from "./actions.ts";

/** The response to the widget's `init`. */
export function renderSession(session: StartedSession, actions: Pick<ChatActions, "requestTranscript">): InitResponse {
  const { tenant, ticket } = session;
  const waitsSince = ticket.status === "pending_human" ? ticket.escalated_at : null;
  const expected = waitsSince ? expectedAnswer(tenant.home, waitsSince) : undefined;
  const attachments = attachmentOffer(tenant.attachments);
  return {
    token: session.token,
    expires_at: session.expiresAt.toISOString(),
    ticket: {
      id: ticket.id,
      number: ticket.number,
      status: ticket.status,
      owner: ticket.owner,
      ...(expected ? { expected_by: expected.toISOString() } : {}),
      ...(session.form ? { form: session.form } : {}),
      ...(actions.requestTranscript ? { has_mail: true } : {}),
    },
    theme: fullTheme(tenant.name, tenant.theme),
    greeting: tenant.greeting,
    starters: tenant.starters,
    home: homeNow(tenant.home, new Date()),
    alerts: alertsOf(tenant.alerts),
    reachable: session.reachable,
    ...(attachments ? { attachments } : {}),
    ...(tenant.memoryEnabled && session.identified ? { has_memory: true } : {}),
    messages: session.messages,
    earlier_cursor: session.earlier,
    pending: session.pending,
    sequence: ticket.last_sequence,
  };
}
