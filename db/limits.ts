/** How long each side waits for the other, in ms. */
export interface StatementLimits {
  /** Longest time the server works on one statement (`statement_timeout`). */
  statementMs: number;
  /** Longest wait for a row lock of another transaction (`lock_timeout`). */
  lockMs: number;
  /**
   * Longest wait for the response to a statement. It is longer than the server's own limits: when it is exceeded, the server no longer
   * responds, and the connection is destroyed.
   */
  answerMs: number;
}

/**
 * Longest wait for a row lock, in ms. A request that exceeds it fails and asks the client to retry, and its connection is free for others.
 */
const lockMs = 5_000;
/**
 * A transaction that is idle for this long has lost its process or network. The server ends it and releases its row locks
 * (`idle_in_transaction_session_timeout`). No transaction stays open during a call to another system, so none is idle for even a second.
 */
export const idleInTransactionMs = 10_000;
/** After this time without traffic, the operating system checks whether the other side of a connection still responds. */
export const keepAliveMs = 10_000;
/** Longest wait for an owner connection, which then works without limits. */
export const ownerConnectMs = 10_000;

/** Limits for requests and most background work. @param answerMs the setting DATABASE_TIMEOUT_MS. */
export function limitsOf(answerMs: number): StatementLimits {
  return withRoom((answerMs * 7) / 8, answerMs);
}

/**
 * Limits for statements that are expected to take longer; defined only here. Migrations and index builds use owner connections without
 * limits.
 */
export const longerLimits = {
  /** Comparing all vectors of a large tenant one by one. A visitor waits for it, so the limit is only a little longer. */
  search: withRoom(20_000, 22_000),
  /** Exports, imports, retention, erasure, analytics, and replacing a large document's passages. */
  longWork: withRoom(60_000, 65_000),
} satisfies Record<string, StatementLimits>;

function withRoom(statementMs: number, answerMs: number): StatementLimits {
  return { statementMs: Math.round(statementMs), lockMs: Math.min(lockMs, Math.round((answerMs * 5) / 8)), answerMs };
}
