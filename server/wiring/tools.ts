import type { SessionSecret } from "../core/config/config.ts";
import { namedLogger } from "../core/log.ts";
import { shopUrl } from "../operations/demo/shop-endpoint.ts";
import { Breakers } from "../tools/breakers.ts";
import type { ToolDeps } from "../tools/deps.ts";
import { createToolSigner } from "../tools/signing/signer.ts";
import type { Resources } from "./resources.ts";

/** Wires calls of tenants' own systems. */
export function createTools({ db, log, publicUrl, config }: Resources, secrets: SessionSecret[]): ToolDeps {
  return {
    db,
    log: namedLogger(log, "tools"),
    publicUrl,
    secrets,
    ...config.tools,
    // The same condition under which the shop is there at all.
    ownAddresses: config.role === "all" && config.hasDemo ? [shopUrl(config.port)] : [],
    signer: createToolSigner({ db, secrets }),
    breakers: new Breakers(),
  };
}
