import type { RunnableConfig } from "@langchain/core/runnables";
import { BaseCheckpointSaver, type PendingWrite } from "@langchain/langgraph-checkpoint";
import { CheckpointSaver } from "./checkpoint-saver.ts";
import type { Database } from "./database.ts";
import { tenantPool } from "./tenant-pool.ts";

/** Checkpoints of all tenants. `tenant_id` of a run's `configurable` says whose are read and written; without one it refuses. */
export class TenantCheckpoints extends BaseCheckpointSaver {
  readonly #db: Database;

  constructor(db: Database) {
    super();
    this.#db = db;
  }

  override async getTuple(config: RunnableConfig) {
    return this.#of(config).getTuple(config);
  }

  override async *list(...given: Parameters<BaseCheckpointSaver["list"]>) {
    yield* this.#of(given[0]).list(...given);
  }

  override async put(...given: Parameters<BaseCheckpointSaver["put"]>) {
    return this.#of(given[0]).put(...given);
  }

  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string) {
    return this.#of(config).putWrites(config, writes, taskId);
  }

  /** A thread goes with its ticket: rows are deleted by the database. */
  override async deleteThread(): Promise<void> {
    throw new Error("a thread is deleted with its ticket");
  }

  #of({ configurable }: RunnableConfig): CheckpointSaver {
    const tenantId: unknown = configurable?.tenant_id;
    if (typeof tenantId !== "string") throw new Error("a checkpoint needs the tenant it belongs to");
    return new CheckpointSaver(tenantPool(this.#db, tenantId));
  }
}
