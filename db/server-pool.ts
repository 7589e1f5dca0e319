import pg from "pg";
import { keepAliveMs, type StatementLimits } from "./limits.ts";
import { valueTypes } from "./value-types.ts";

/** Connections per process: enough for parallel retrieval, few enough for a small managed server. */
const poolSize = 10;
/** Longest wait for a connection, in ms, before the caller gets 503. */
const connectMs = 5_000;
/** An idle connection that does not respond to a test within this time, in ms, is discarded. */
const lookMs = 2_000;

/**
 * The connections of one process to a server or a pooler. The server's limits (`statement_timeout` and others) are set with each
 * transaction, because a pooler may refuse settings at the start of a connection.
 * @param onBroken called when an idle connection breaks.
 */
export function openServerPool(url: string, limits: StatementLimits, onBroken: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: Math.min(connectMs, limits.answerMs),
    // A statement without a response fails after this time, and its connection is destroyed.
    query_timeout: limits.answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    // Statements are sent without waiting for the previous one: `begin` costs no extra round trip.
    pipeline: true,
    types: valueTypes,
    application_name: "parley",
  });
  const checkIdle = once(() => checkIdleConnections(pool));
  // The pool replaces an idle connection that breaks (server restart); without a listener the error would end the process.
  pool.on("error", onBroken);
  // The same applies to a connection that breaks between two statements of a transaction; its next statement fails and reports the error.
  pool.on("connect", (client) => client.on("error", checkIdle));
  return pool;
}

/** When one connection was cut off, others may be too. Each would make a caller wait for a response until the timeout. */
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

/** Skips calls while one is running. */
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
