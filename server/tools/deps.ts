import type { SessionSecret } from "../core/config/config.ts";
import type { Network } from "../core/fetch/guarded-lookup.ts";
import type { Logger } from "../core/log.ts";
import type { Database } from "../database/database.ts";
import type { Breakers } from "./breakers.ts";
import type { ToolSigner } from "./signing/signer.ts";

/** Dependencies of the tools domain's use cases; one per process. */
export interface ToolDeps {
  db: Database;
  log: Logger;
  /** Issuer of service tokens: the installation's public address, without a trailing slash. */
  publicUrl: string;
  /** Secrets of the server; the first one encrypts new values. */
  secrets: readonly SessionSecret[];
  /** Private hosts that may be called: the operator's own systems. */
  privateHosts: readonly string[];
  /** Addresses of this process that may be called: the demo's shop. */
  ownAddresses?: readonly string[];
  signer: ToolSigner;
  breakers: Breakers;
  /** For tests only. */
  network?: Network;
}
