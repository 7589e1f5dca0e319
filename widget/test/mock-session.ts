import type { MockServer } from "./mock-server.ts";
import type { MockTicket } from "./mock-ticket.ts";

/** What the mock server says of a session that begins or goes on with a ticket. */
export function describeSession(server: MockServer, ticket: MockTicket, token: string): Record<string, unknown> {
  const { theme, greeting, starters, home, alerts, reachable } = server;
  return {
    token,
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    ticket: {
      ...ticket.ref,
      ...(server.form && !ticket.form ? { form: server.form } : {}),
      ...(server.resolution.transcript ? { has_mail: true } : {}),
    },
    theme,
    greeting,
    starters,
    home,
    alerts,
    reachable: reachable || (server.form?.when === "person" && ticket.form !== undefined),
    ...(server.offer ? { attachments: server.offer } : {}),
    ...(server.memories ? { has_memory: true } : {}),
    messages: ticket.messages,
    pending: ticket.pending,
    sequence: ticket.sequence,
  };
}
