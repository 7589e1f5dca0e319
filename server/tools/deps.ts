import type { Network } from "../core/fetch/guarded-lookup.ts";
import type { LockSecret } from "../core/locked-bytes.ts";
import type { Logger } from "../core/log.ts";
import type { Database } from "../database/database.ts";
import type { Breakers } from "./breakers.ts";
import type { ToolSigner } from "./signing/signer.ts";

/** What every use case of this room needs; one for a process. */
export interface ToolDeps {
  db: Database;
  log: Logger;
  /** Who signs: the installation's public address, without a final slash. */
  publicUrl: string;
  /** Of the server; the first locks what is new. */
  secrets: readonly LockSecret[];
  /** Hosts that may be called although they are not public: the operator's own systems. */
  privateHosts: readonly string[];
  /** Addresses of this very process that may be called: the demo's shop. */
  ownAddresses?: readonly string[];
  signer: ToolSigner;
  breakers: Breakers;
  /** Only for tests. */
  network?: Network;
}
