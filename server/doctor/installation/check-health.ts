import type { Check } from "../../../protocol/admin-doctor.ts";
import type { TenantId } from "../../../protocol/ids.ts";
import { mostOfferedTools } from "../../../protocol/tool-limits.ts";
import { countBacklog } from "../../store/job-backlog.ts";
import { findMissingMigrations } from "../../store/schema-check.ts";
import { countSearched, mostWithoutVectors } from "../../store/search-scope.ts";
import { listDomains } from "../../store/tenant-domains.ts";
import { findTenant } from "../../store/tenants.ts";
import { listRecentPages } from "../../store/ticket-pages.ts";
import { listToolConnections } from "../../store/tool-connections.ts";
import { type TenantTransaction, withTenant } from "../../store/transaction.ts";
import { listWebhooks } from "../../store/webhooks.ts";
import { readCalibration } from "../../tenants/calibration.ts";
import { failed, ok, warning } from "../check.ts";
import type { InstallationDeps } from "../deps.ts";
import { checkPublicUrl } from "./check-certificate.ts";
import { attempt, checkMail, checkRedis } from "./check-installation.ts";
import { checkEmbeddings, judgeModels } from "./check-models.ts";
import { judgeBacklog } from "./judge-parts.ts";

const liveDays = 7;
const dayMs = 24 * 60 * 60 * 1_000;
const operatorDoes = "Ask whoever runs the installation to look at parley doctor";

/**
 * What an admin wants to know: the own tenant, and whether the installation works. Nothing of other tenants, and of the installation
 * neither addresses nor folders nor roles. Nothing here throws.
 */
export async function checkHealth(deps: InstallationDeps, tenantId: TenantId): Promise<Check[]> {
  const ofTenant = async () => [
    ...(await attempt("tenant", () => withTenant(deps.tenants.db, tenantId, (tx) => lookAtTenant(tx, deps)))),
    ...(await attempt("calibration", () => lookAtCalibration(deps, tenantId))),
    ...(await attempt("database", () => lookAtDatabase(deps))),
  ];
  const [tenant, redis, models, embeddings, mail, address] = await Promise.all([
    ofTenant(),
    checkRedis(deps),
    attempt("model", async () => judgeModels(await deps.tryModels(tenantId))),
    checkEmbeddings(deps),
    checkMail(deps),
    attempt("public address", () => checkPublicUrl(deps.tenants.publicUrl)),
  ]);
  return [
    ...tenant,
    ...models.map(forAdmin),
    forAdmin(embeddings),
    ...redis.map(forAdmin),
    forAdmin(mail),
    ...address.map(forAdmin),
  ];
}

/** Whatever mends the installation is not an admin's to do; a settled finding says no more than that it works. */
function forAdmin(check: Check): Check {
  const { mend: _mend, line: _line, ...told } = check;
  if (check.name === "Redis")
    return check.status === "ok"
      ? { ...told, name: "live updates", detail: "answers and changes appear at once" }
      : { ...told, name: "live updates", detail: "Redis has a fault: answers may appear late.", mend: operatorDoes };
  if (check.status === "ok") return told;
  return { ...told, mend: operatorDoes };
}

async function lookAtDatabase({ tenants, migrationFolder }: InstallationDeps): Promise<Check[]> {
  const missing = await findMissingMigrations(tenants.db, migrationFolder);
  if (missing.length > 0)
    return [failed("database", `${missing.length} migrations are not applied.`, { mend: operatorDoes })];
  if (!tenants.db.vectors)
    return [warning("database", "pgvector is not installed: search works by words alone.", { mend: operatorDoes })];
  return [ok("database", "is there and up to date")];
}

async function lookAtTenant(tx: TenantTransaction, deps: InstallationDeps): Promise<Check[]> {
  return [
    ...(await lookAtSites(tx)),
    ...(await lookAtKnowledge(tx, deps)),
    ...judgeBacklog("library's work", await countBacklog(tx)).map(forLibrary),
    ...(await lookAtWebhooks(tx)),
    ...(await lookAtTools(tx)),
  ];
}

function forLibrary(check: Check): Check {
  if (check.status === "ok") return check;
  const { line: _line, ...told } = check;
  return { ...told, mend: check.status === "failed" ? operatorDoes : "Look at the library for documents that failed" };
}

async function lookAtSites(tx: TenantTransaction): Promise<Check[]> {
  const name = "your site";
  const tenant = await findTenant(tx);
  if (tenant?.status === "suspended")
    return [failed(name, "The tenant is suspended: no chat starts.", { mend: operatorDoes })];
  if ((await listDomains(tx)).length === 0)
    return [
      failed(name, "No domain is allowed: no page can start a chat.", { mend: "Add one in Settings, below Domains" }),
    ];
  const [newest] = await listRecentPages(tx, 1);
  if (newest && Date.now() - newest.createdAt.getTime() < liveDays * dayMs)
    return [ok(name, "chats were opened in the last days")];
  return [
    warning(name, `No chat was opened in the last ${liveDays} days.`, {
      mend: "Check your page in Settings, below Put it on your pages",
    }),
  ];
}

async function lookAtKnowledge(tx: TenantTransaction, { tenants, embeddings }: InstallationDeps): Promise<Check[]> {
  const name = "library";
  if (!tenants.db.vectors) return [];
  const { passages, vectors } = await countSearched(tx, embeddings.model);
  if (passages === 0)
    return [
      warning(name, "There is nothing to answer from: every question goes to a person.", {
        mend: "Add documents in the library",
      }),
    ];
  const missing = passages - vectors;
  return [
    missing > mostWithoutVectors * passages
      ? warning(name, `${missing} of ${passages} passages are found by their words alone.`, {
          mend: "If no documents are being worked on, read them anew in the library",
        })
      : ok(name, `${passages} passages can be found`),
  ];
}

async function lookAtTools(tx: TenantTransaction): Promise<Check[]> {
  const usable = (await listToolConnections(tx)).reduce((sum, { tools }) => sum + tools.usable, 0);
  if (usable <= mostOfferedTools) return [];
  const text = `${usable} tools are switched on; the assistant is offered the first ${mostOfferedTools} by connection and name.`;
  return [warning("tools", text, { mend: "Switch off tools that are not needed, in Tools" })];
}

async function lookAtWebhooks(tx: TenantTransaction): Promise<Check[]> {
  const failing = (await listWebhooks(tx)).filter(
    ({ is_active, failing_since }) => is_active && failing_since !== null,
  );
  return failing.map(({ name, failing_since: since }) =>
    warning(
      "webhook",
      `${name} has not taken anything since ${since?.toISOString().slice(0, 16).replace("T", " ")} UTC.`,
      {
        mend: "Look at its deliveries in Settings, Webhooks",
      },
    ),
  );
}

async function lookAtCalibration({ tenants }: InstallationDeps, tenantId: TenantId): Promise<Check[]> {
  const { calibration, is_at_work } = await readCalibration(tenants, tenantId);
  if (calibration === null || is_at_work) return [];
  return [
    warning("calibration", "The tenant's calibration rests, since another model grades the answers now.", {
      mend: "Propose a new one in Settings, Confidence",
    }),
  ];
}
