import type { RunnableConfig } from "@langchain/core/runnables";
import type { CheckpointTuple, PendingWrite } from "@langchain/langgraph-checkpoint";
import { WRITES_IDX_MAP } from "@langchain/langgraph-checkpoint";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import type { Pool } from "pg";
import { checkpointSchema } from "../../db/migrate.ts";
import { patiently } from "./patiently.ts";

/**
 * Key of `configurable` that says: nothing of the thread is to be continued, so nothing of it need be read, and nothing written
 * unless the run pauses. A new turn overwrites the whole state (`server/assistant/state.ts`): what was read would be thrown away.
 */
export const freshThreadKey = "fresh_thread";

export interface CheckpointSaverOptions {
  /** Keep only a thread's newest checkpoint. Default true: older ones hold nothing that messages and events do not. */
  prune?: boolean;
}

/** LangGraph's channels for nodes that are to run next begin so; a thread that waits for somebody has one. */
const nextNodePrefix = "branch:to:";

/**
 * LangGraph's PostgresSaver, on the same tables, with one statement where the library sends one for every channel and write: a
 * turn's checkpoint costs one round trip inside its transaction. The thread's older checkpoints go in the same statement, so a
 * ticket holds one however many turns it has.
 */
export class CheckpointSaver extends PostgresSaver {
  readonly #pool: Pool;
  readonly #prune: boolean;

  /** @param pool of one tenant (`tenantPool`): every statement runs under that tenant's row security. */
  constructor(pool: Pool, options: CheckpointSaverOptions = {}) {
    super(pool, undefined, { schema: checkpointSchema });
    this.#pool = pool;
    this.#prune = options.prune ?? true;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    return config.configurable?.[freshThreadKey] === true ? undefined : super.getTuple(config);
  }

  override async put(...given: Parameters<PostgresSaver["put"]>): Promise<RunnableConfig> {
    const [config, checkpoint, metadata, newVersions] = given;
    const { thread, namespace, parent } = placeOf(config);
    const stored = { configurable: { thread_id: thread, checkpoint_ns: namespace, checkpoint_id: checkpoint.id } };
    // A new turn that came to its end is continued by nobody, and the next one reads nothing of it.
    const isPaused = Object.keys(checkpoint.channel_values).some((name) => name.startsWith(nextNodePrefix));
    if (config.configurable?.[freshThreadKey] === true && !isPaused) return stored;
    const [blobs, dumpedMetadata] = await Promise.all([
      this._dumpBlobs(thread, namespace, checkpoint.channel_values, newVersions),
      this._dumpMetadata(metadata),
    ]);
    await this.#write(this.#prune ? putAndPruneSql : putSql, [
      thread,
      namespace,
      checkpoint.id,
      parent,
      JSON.stringify(this._dumpCheckpoint(checkpoint)),
      JSON.stringify(dumpedMetadata),
      blobs.map(([, , channel]) => channel),
      blobs.map(([, , , version]) => version),
      blobs.map(([, , , , type]) => type),
      blobs.map(([, , , , , blob]) => (blob ? Buffer.from(blob) : null)),
    ]);
    return stored;
  }

  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    if (writes.length === 0) return;
    const { thread, namespace, parent } = placeOf(config);
    const dumped = await this._dumpWrites(thread, namespace, parent ?? "", taskId, writes);
    // Writes of fixed places (errors, interrupts) replace what stood there; others are the same when written again.
    const replaces = writes.every(([channel]) => channel in WRITES_IDX_MAP);
    await this.#write(replaces ? replaceWritesSql : insertWritesSql, [
      thread,
      namespace,
      parent,
      taskId,
      dumped.map(([, , , , index]) => index),
      dumped.map(([, , , , , channel]) => channel),
      dumped.map(([, , , , , , type]) => type),
      dumped.map(([, , , , , , , blob]) => Buffer.from(blob)),
    ]);
  }

  /** Written twice is the same as once, so a database that is away or locked for a moment costs no turn. */
  async #write(statement: string, params: unknown[]): Promise<void> {
    await patiently(() => this.#pool.query(statement, params));
  }
}

function placeOf(config: RunnableConfig): { thread: string; namespace: string; parent: string | undefined } {
  const { thread_id, checkpoint_ns = "", checkpoint_id } = config.configurable ?? {};
  if (typeof thread_id !== "string") throw new Error("a checkpoint needs the thread it belongs to");
  return { thread: thread_id, namespace: String(checkpoint_ns), parent: checkpoint_id };
}

const schema = checkpointSchema;

/** A thread that starts anew counts its versions from one again, so a blob may stand there already: the new one counts. */
const blobsSql = `
blobs as (
  insert into ${schema}.checkpoint_blobs (thread_id, checkpoint_ns, channel, version, type, blob)
  select $1, $2, b.channel, b.version, b.type, b.blob
    from unnest($7::text[], $8::text[], $9::text[], $10::bytea[]) as b(channel, version, type, blob)
  on conflict (thread_id, checkpoint_ns, channel, version) do update set type = excluded.type, blob = excluded.blob
)`;

const checkpointSql = `
insert into ${schema}.checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, checkpoint, metadata)
values ($1, $2, $3, $4, $5::jsonb, $6::jsonb)
on conflict (thread_id, checkpoint_ns, checkpoint_id)
  do update set checkpoint = excluded.checkpoint, metadata = excluded.metadata`;

const putSql = `with ${blobsSql} ${checkpointSql}`;

const putAndPruneSql = `with ${blobsSql},
old_checkpoints as (
  delete from ${schema}.checkpoints where thread_id = $1 and checkpoint_ns = $2 and checkpoint_id <> $3
),
old_writes as (
  delete from ${schema}.checkpoint_writes where thread_id = $1 and checkpoint_ns = $2 and checkpoint_id <> $3
),
old_blobs as (
  delete from ${schema}.checkpoint_blobs old
   where old.thread_id = $1 and old.checkpoint_ns = $2
     and not exists (
       select 1 from jsonb_each_text($5::jsonb -> 'channel_versions') kept
        where kept.key = old.channel and kept.value = old.version
     )
) ${checkpointSql}`;

const writesSql = `
insert into ${schema}.checkpoint_writes (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, channel, type, blob)
select $1, $2, $3, $4, w.idx, w.channel, w.type, w.blob
  from unnest($5::int[], $6::text[], $7::text[], $8::bytea[]) as w(idx, channel, type, blob)
on conflict (thread_id, checkpoint_ns, checkpoint_id, task_id, idx)`;

const insertWritesSql = `${writesSql} do nothing`;
const replaceWritesSql = `${writesSql} do update set channel = excluded.channel, type = excluded.type, blob = excluded.blob`;
