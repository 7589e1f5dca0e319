import type { AgentCredentials } from "../../auth/credentials.ts";
import type { Actor } from "../../tenants/deps.ts";

/** The caller as the audit log names it. */
export function actorOf(agent: AgentCredentials): Actor {
  return { kind: agent.kind, id: agent.personId };
}
