import type { SessionSecret } from "../config.ts";
import { roomLogger } from "../log.ts";
import { Breakers } from "../tools/breakers.ts";
import type { ToolDeps } from "../tools/deps.ts";
import { createToolSigner } from "../tools/signing/signer.ts";
import type { Resources } from "./resources.ts";

/** Wires calls of tenants' own systems. */
export function createTools({ db, log, publicUrl, config }: Resources, secrets: SessionSecret[]): ToolDeps {
  return {
    db,
    log: roomLogger(log, "tools"),
    publicUrl,
    secrets,
    ...config.tools,
    signer: createToolSigner({ db, secrets }),
    breakers: new Breakers(),
  };
}
