import type { Response } from "express";
import type { AgentCredentials, VisitorCredentials } from "../accounts/sign-in/credentials.ts";

// Credentials are stored in `response.locals`; only these functions access them.

export function setVisitor(response: Response, credentials: VisitorCredentials): void {
  response.locals.visitor = credentials;
}

export function findVisitor(response: Response): VisitorCredentials | undefined {
  return response.locals.visitor;
}

/** The visitor of a chat route. */
export function visitorOf(response: Response): VisitorCredentials {
  const credentials = findVisitor(response);
  if (!credentials) throw new Error("this route has no visitor middleware in front of it");
  return credentials;
}

export function setAgent(response: Response, credentials: AgentCredentials): void {
  response.locals.agent = credentials;
}

export function findAgent(response: Response): AgentCredentials | undefined {
  return response.locals.agent;
}

/** The caller of an admin route. */
export function agentOf(response: Response): AgentCredentials {
  const credentials = findAgent(response);
  if (!credentials) throw new Error("this route has no agent middleware in front of it");
  return credentials;
}
