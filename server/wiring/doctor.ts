import { join } from "node:path";
import type { AuthServices } from "../accounts/sign-in/services.ts";
import { findTenant } from "../accounts/store/tenants.ts";
import type { TenantDeps } from "../accounts/tenants/deps.ts";
import { publicNetwork, publicOrOwnMachine } from "../core/fetch/guarded-lookup.ts";
import { verifySmtp } from "../core/mailer/smtp-mailer.ts";
import { projectRoot } from "../core/project-root.ts";
import { toUrl } from "../core/text/parse-url.ts";
import { withTenant } from "../database/transaction.ts";
import type { DoctorDeps, Reach } from "../operations/doctor/deps.ts";
import { askLoop } from "./ask-loop.ts";
import { askRedis } from "./ask-redis.ts";
import type { Resources } from "./resources.ts";

type DoctorResources = Pick<Resources, "config" | "db" | "hub" | "publicUrl" | "models" | "embeddings">;

/** What looking at pages and at the installation takes of the other rooms. */
export function createDoctor(
  { config, db, hub, publicUrl, models, embeddings }: DoctorResources,
  { tenants, auth }: { tenants: TenantDeps; auth: Pick<AuthServices, "tokens"> },
): DoctorDeps {
  const { redisUrl, mail } = config;
  return {
    tenants,
    hub,
    issueToken: (subject) => auth.tokens.issue(subject),
    reach: reachOfAdmins(publicUrl, config.trustProxy),
    config,
    migrationFolder: join(projectRoot, "db/migrations"),
    embeddings,
    askRedis: redisUrl === undefined ? null : () => askRedis(redisUrl),
    askLoop: () => askLoop(config),
    verifyMail: mail ? () => verifySmtp(mail.url) : null,
    async tryModels(tenantId) {
      const tenant = tenantId === undefined ? undefined : await withTenant(db, tenantId, findTenant);
      return models.tryOut(tenant ?? undefined);
    },
  };
}

/** The public internet; on somebody's own machine its own pages too. A server behind a proxy is not on one, whatever its address says. */
function reachOfAdmins(publicUrl: string, trustProxy: string): Reach {
  const isOwnMachine = ["localhost", "127.0.0.1", "[::1]"].includes(toUrl(publicUrl).hostname);
  return isOwnMachine && ["", "false"].includes(trustProxy)
    ? { network: publicOrOwnMachine, ports: "any" }
    : { network: publicNetwork };
}
