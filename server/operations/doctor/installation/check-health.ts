import type { Check } from "../../../../protocol/admin-doctor.ts";
import type { TenantId } from "../../../../protocol/ids.ts";
import { mostOfferedTools } from "../../../../protocol/tool-limits.ts";
import { listDomains } from "../../../accounts/store/tenant-domains.ts";
import { findTenant } from "../../../accounts/store/tenants.ts";
import { readCalibration } from "../../../assistant/grading/calibration.ts";
import { countSearched, mostWithoutVectors } from "../../../assistant/store/search-scope.ts";
import { listWebhooks } from "../../../channels/store/webhooks.ts";
import { findMissingMigrations } from "../../../database/schema-check.ts";
import { type TenantTransaction, withTenant } from "../../../database/transaction.ts";
import { listRecentPages } from "../../../tickets/store/ticket-pages.ts";
import { listToolConnections } from "../../../tools/store/tool-connections.ts";
import { countBacklog } from "../../store/job-backlog.ts";
import { failed, ok, warning } from "../check.ts";
import type { InstallationDeps } from "../deps.ts";
import { checkPublicUrl } from "./check-certificate.ts";
import { attempt, checkEmail, checkRedis } from "./check-installation.ts";
import { checkEmbeddings, judgeModels } from "./check-models.ts";
import { judgeBacklog } from "./judge-parts.ts";

const liveDays = 7;
const dayMs = 24 * 60 * 60 * 1_000;
const operatorDoes = "Ask your Parley operator to run parley doctor";

/**
 * The checks for an admin: their own tenant, and whether the installation works. The result contains nothing about other tenants and no
 * addresses, folders or roles of the installation. Never throws.
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
    checkEmail(deps),
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

/** Admins cannot fix the installation, so fixes are removed; a passed check says only that the part works. */
function forAdmin(check: Check): Check {
  const { mend: _mend, line: _line, ...told } = check;
  if (check.name === "Redis")
    return check.status === "ok" || check.status === "not_set"
      ? { ...told, status: "ok", name: "live updates", detail: "answers and changes appear immediately" }
      : {
          ...told,
          name: "live updates",
          detail: "Redis has a problem, so answers may appear late.",
          mend: operatorDoes,
        };
  if (check.status === "ok" || check.status === "not_set") return told;
  return { ...told, mend: operatorDoes };
}

async function lookAtDatabase({ tenants, migrationFolder }: InstallationDeps): Promise<Check[]> {
  const missing = await findMissingMigrations(tenants.db, migrationFolder);
  if (missing.length > 0)
    return [failed("database", `${missing.length} migrations have not been applied.`, { mend: operatorDoes })];
  if (!tenants.db.vectors)
    return [warning("database", "pgvector is not installed, so search uses words only.", { mend: operatorDoes })];
  return [ok("database", "connected and up to date")];
}

async function lookAtTenant(tx: TenantTransaction, deps: InstallationDeps): Promise<Check[]> {
  return [
    ...(await lookAtSites(tx)),
    ...(await lookAtKnowledge(tx, deps)),
    ...judgeBacklog("indexing", await countBacklog(tx)).map(forLibrary),
    ...(await lookAtWebhooks(tx)),
    ...(await lookAtTools(tx)),
  ];
}

function forLibrary(check: Check): Check {
  if (check.status === "ok") return check;
  const { line: _line, ...told } = check;
  return { ...told, mend: check.status === "failed" ? operatorDoes : "Open Library and check for failed documents" };
}

async function lookAtSites(tx: TenantTransaction): Promise<Check[]> {
  const name = "your site";
  const tenant = await findTenant(tx);
  if (tenant?.status === "suspended")
    return [failed(name, "This workspace is suspended. No chat can start.", { mend: operatorDoes })];
  if ((await listDomains(tx)).length === 0)
    return [
      failed(name, "No allowed domains, so no page can start a chat.", { mend: "Add one in Settings under Domains" }),
    ];
  const [newest] = await listRecentPages(tx, 1);
  if (newest && Date.now() - newest.createdAt.getTime() < liveDays * dayMs)
    return [ok(name, `chats were opened in the last ${liveDays} days`)];
  return [
    warning(name, `No chat was opened in the last ${liveDays} days.`, {
      mend: "Check your page in Settings under Install",
    }),
  ];
}

async function lookAtKnowledge(tx: TenantTransaction, { tenants, embeddings }: InstallationDeps): Promise<Check[]> {
  const name = "library";
  if (!tenants.db.vectors) return [];
  const { passages, vectors } = await countSearched(tx, embeddings.model);
  if (passages === 0)
    return [
      warning(name, "The library is empty, so every question is handed over to your team.", {
        mend: "Add documents in Library",
      }),
    ];
  const missing = passages - vectors;
  return [
    missing > mostWithoutVectors * passages
      ? warning(name, `${missing} of ${passages} passages have no vectors and can only be found by their words.`, {
          mend: "If no documents are being indexed, re-index them in Library",
        })
      : ok(name, `${passages} passages searchable`),
  ];
}

async function lookAtTools(tx: TenantTransaction): Promise<Check[]> {
  const usable = (await listToolConnections(tx)).reduce((sum, { tools }) => sum + tools.usable, 0);
  if (usable <= mostOfferedTools) return [];
  const text = `${usable} tools are on, but the assistant can use only the first ${mostOfferedTools}, sorted by connection and name.`;
  return [warning("tools", text, { mend: "Turn off tools you do not need in Tools" })];
}

async function lookAtWebhooks(tx: TenantTransaction): Promise<Check[]> {
  const failing = (await listWebhooks(tx)).filter(
    ({ is_active, failing_since }) => is_active && failing_since !== null,
  );
  return failing.map(({ name, failing_since: since }) =>
    warning(
      "webhook",
      `${name} has accepted no deliveries since ${since?.toISOString().slice(0, 16).replace("T", " ")} UTC.`,
      {
        mend: "Check its deliveries in Settings, Webhooks",
      },
    ),
  );
}

async function lookAtCalibration({ tenants }: InstallationDeps, tenantId: TenantId): Promise<Check[]> {
  const { calibration, is_at_work } = await readCalibration(tenants, tenantId);
  if (calibration === null || is_at_work) return [];
  return [
    warning("calibration", "The calibration is inactive because a different model now grades the answers.", {
      mend: "Create a new one in Settings, Confidence",
    }),
  ];
}
