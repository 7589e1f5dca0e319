import type { AgentCredentials } from "../accounts/sign-in/credentials.ts";
import type { Actor } from "../accounts/tenants/deps.ts";
import type { KnowledgeDeps } from "../knowledge/documents/deps.ts";

/** The caller as the audit log names it. */
export function actorOf(agent: AgentCredentials): Actor {
  return { kind: agent.kind, id: agent.personId };
}

/** The knowledge dependencies for this caller, who is named in the audit log. */
export function asAgent(knowledge: KnowledgeDeps, agent: AgentCredentials): KnowledgeDeps {
  return { ...knowledge, actor: actorOf(agent) };
}
