import type { AuthServices } from "../auth/services.ts";
import type { PageDoctorDeps, Reach } from "../doctor/deps.ts";
import { publicNetwork, publicOrOwnMachine } from "../reading/fetch/guarded-lookup.ts";
import type { TenantDeps } from "../tenants/deps.ts";
import { toUrl } from "../text/parse-url.ts";
import type { Resources } from "./resources.ts";

/** What looking at pages and at the installation takes of the other rooms. */
export function createDoctor(
  { config, hub, publicUrl }: Pick<Resources, "config" | "hub" | "publicUrl">,
  { tenants, auth }: { tenants: TenantDeps; auth: Pick<AuthServices, "tokens"> },
): PageDoctorDeps {
  return {
    tenants,
    hub,
    issueToken: (subject) => auth.tokens.issue(subject),
    reach: reachOfAdmins(publicUrl, config.trustProxy),
  };
}

/** The public internet; on somebody's own machine its own pages too. A server behind a proxy is not on one, whatever its address says. */
function reachOfAdmins(publicUrl: string, trustProxy: string): Reach {
  const isOwnMachine = ["localhost", "127.0.0.1", "[::1]"].includes(toUrl(publicUrl).hostname);
  return isOwnMachine && ["", "false"].includes(trustProxy)
    ? { network: publicOrOwnMachine, ports: "any" }
    : { network: publicNetwork };
}
