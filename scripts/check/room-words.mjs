/** Words that the tables of rooms share. */
export const web = ["express"];

/** What every server room may use; it imports nothing but itself and the protocol. */
export const shared = [
  "server/config",
  "server/log",
  "server/log-levels",
  "server/errors",
  "server/project-root",
  "server/ids",
  "server/locked-bytes",
  // Tokens of links that are good once (docs/decisions/0042).
  "server/link-token",
  // The one timer of everything that looks from time to time for what is due (docs/decisions/0052).
  "server/run-every",
  // Work for each tenant, with a time limit and its own error handling.
  "server/for-each-tenant",
  // The trace that the running code belongs to (docs/decisions/0069).
  "server/trace",
  "server/core/text",
  // Pure functions over vectors.
  "server/vectors",
  "server/assistant/grading",
  "protocol",
];

/** The path of a server room. */
export function inServer(name) {
  return `server/${name}`;
}
