/** How long one side waits for the other, in ms. */
export interface StatementLimits {
  /** Longest that the server works on one statement (`statement_timeout`). */
  statementMs: number;
  /** Longest wait for a row that another transaction holds (`lock_timeout`). */
  lockMs: number;
  /**
   * Longest wait for the answer to a statement. Longer than the server's own limits: who meets this one speaks to a server that is silent,
   * and its connection is destroyed.
   */
  answerMs: number;
}

/** Longest wait for a row, in ms: a request that meets it is told to come back, and its connection is free for others. */
const lockMs = 5_000;
/**
 * A transaction that says nothing for this long has lost its process or its network: the server ends it, and with it its hold on rows
 * (`idle_in_transaction_session_timeout`). No transaction is open across a call of anything else, so none is silent for a second.
 */
export const idleInTransactionMs = 10_000;
/** A connection on which nothing happened for this long is asked by the kernel whether the other side is there. */
export const keepAliveMs = 10_000;
/** Longest wait for a connection of the owner, which works without limits afterwards. */
export const ownerConnectMs = 10_000;

/** Of what requests and most background work ask for. @param answerMs the setting DATABASE_TIMEOUT_MS. */
export function limitsOf(answerMs: number): StatementLimits {
  return withRoom((answerMs * 7) / 8, answerMs);
}

/**
 * Of statements that may take long and are no fault: the only place where they are said. Migrations and builds of indexes run on connections
 * of the owner, without limits.
 */
export const longerLimits = {
  /** Vectors of a large tenant that are compared one by one. A visitor waits for it, so not much longer. */
  search: withRoom(20_000, 22_000),
  /** Exports, imports, retention, erasure, analytics, the swap of a large document's passages. */
  longWork: withRoom(60_000, 65_000),
} satisfies Record<string, StatementLimits>;

function withRoom(statementMs: number, answerMs: number): StatementLimits {
  return { statementMs: Math.round(statementMs), lockMs: Math.min(lockMs, Math.round((answerMs * 5) / 8)), answerMs };
}
