import pg from "pg";
import { keepAliveMs, type StatementLimits } from "./limits.ts";
import { valueTypes } from "./value-types.ts";

/** Connections of one process: enough for parallel retrieval, few enough for a small managed server. */
const poolSize = 10;
/** Longest wait for a connection, ms, before the caller gets 503. */
const connectMs = 5_000;
/** An idle connection that is looked at answers in this time, ms, or is thrown away. */
const lookMs = 2_000;

/**
 * The connections of one process to a server or a pooler. What the server is to keep to (`statement_timeout` and others) is set with each
 * transaction, because a pooler may refuse settings at the start of a connection.
 * @param onBroken called when an idle connection breaks.
 */
export function openServerPool(url: string, limits: StatementLimits, onBroken: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: Math.min(connectMs, limits.answerMs),
    // A statement without an answer fails after this time, and its connection is destroyed.
    query_timeout: limits.answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    // Statements leave without waiting for the one before: `begin` costs no round trip of its own.
    pipeline: true,
    types: valueTypes,
    application_name: "parley",
  });
  const checkIdle = once(() => checkIdleConnections(pool));
  // An idle connection that breaks (server restart) is replaced by the pool; without a listener it would end the process.
  pool.on("error", onBroken);
  // So would one that breaks between two statements of a transaction; its next statement fails and reports it.
  pool.on("connect", (client) => client.on("error", checkIdle));
  return pool;
}

/** Where one connection was cut off others may be, and each would cost somebody the wait for an answer. */
async function checkIdleConnections(pool: pg.Pool): Promise<void> {
  const looks = Array.from({ length: pool.idleCount }, async () => {
    const client = await pool.connect();
    const look = { text: "select 1", query_timeout: lookMs };
    await client.query(look).then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  });
  await Promise.allSettled(looks);
}

/** Leaves out calls while one is under way. */
function once(work: () => Promise<void>): () => void {
  let isUnderWay = false;
  return () => {
    if (isUnderWay) return;
    isUnderWay = true;
    void work().finally(() => {
      isUnderWay = false;
    });
  };
}
