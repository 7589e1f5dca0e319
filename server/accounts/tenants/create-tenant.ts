import { type TenantId, tenantIdSchema } from "../../../protocol/ids.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { toUrl } from "../../core/text/parse-url.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { insertOrganization } from "../store/people.ts";
import { insertDomain } from "../store/tenant-domains.ts";
import { deleteTenant, insertTenant } from "../store/tenants.ts";
import type { Actor, TenantDeps } from "./deps.ts";
import { toPattern } from "./domains.ts";
import { newIdentitySecret } from "./identity.ts";
import { addKey } from "./keys.ts";
import { addPerson, type PersonAccount, toEmail } from "./people.ts";

export interface CreateTenantInput {
  name: string;
  origins: string[];
  /** The first admin's address; derived from the first origin by default. */
  email?: string;
  greeting?: string;
  starters?: string[];
}

/** Shown once: the key, the secret and the password are stored as hashes or not shown again. */
export interface CreatedTenant {
  tenant_id: TenantId;
  snippet: string;
  console_url: string;
  identity_secret: string;
  api_key: string;
  admin: { email: string; password: string };
}

const defaultGreeting = "Hi! Ask me anything. I answer from our documents and show my sources.";
const maxNameChars = 100;

/**
 * Creates a tenant that is ready to be embedded: allowed domains, a first admin, an API key.
 * @throws AppError `invalid_request` for an invalid name, origin or e-mail address, `conflict` when the address has an account.
 */
export async function createTenant(deps: TenantDeps, actor: Actor, input: CreateTenantInput): Promise<CreatedTenant> {
  const name = toName(input.name);
  const patterns = [...new Set(input.origins.map(toPattern))];
  if (patterns.length === 0)
    throw new AppError("invalid_request", "Pass at least one origin, for example https://www.example.com.");
  const wanted = input.email === undefined ? undefined : toEmail(input.email);
  const tenantId = tenantIdSchema.parse(newId());
  const identitySecret = newIdentitySecret();
  const apiKey = await withTenant(deps.db, tenantId, async (tx) => {
    const greeting = input.greeting ?? defaultGreeting;
    await insertTenant(tx, { name, greeting, starters: input.starters ?? [], theme: {}, identitySecret });
    await insertAudit(tx, { actor, action: "tenant.create", target: { kind: "tenant", id: tenantId } });
    for (const pattern of patterns) {
      await insertDomain(tx, newId(), pattern);
      await insertAudit(tx, { actor, action: "domain.add", target: { kind: "domain", id: pattern } });
    }
    return (await addKey(tx, actor, { tenantId, name: "first key", role: "admin" })).api_key;
  });
  const admin = await addFirstAdmin(deps, actor, { tenantId, name, wanted, patterns });
  return {
    tenant_id: tenantId,
    snippet: snippetFor(deps.publicUrl, tenantId),
    console_url: `${deps.publicUrl}/console`,
    identity_secret: identitySecret,
    api_key: apiKey,
    admin: { email: admin.email, password: admin.password },
  };
}

/** The script tag that puts the widget on a page. */
export function snippetFor(publicUrl: string, tenantId: string): string {
  return `<script async src="${publicUrl}/widget/parley.js" data-tenant="${tenantId}"></script>`;
}

/** People need the platform role, so this is a second transaction; if it fails, the first is undone. */
async function addFirstAdmin(
  deps: TenantDeps,
  actor: Actor,
  input: { tenantId: TenantId; name: string; wanted: string | undefined; patterns: string[] },
): Promise<PersonAccount> {
  const { tenantId } = input;
  try {
    await withSystem(deps.db, "create-tenant", (tx) => insertOrganization(tx, tenantId, input.name));
    const email = input.wanted ?? `admin@${emailHost(input.patterns)}`;
    return await addPerson(deps, actor, { tenantId, email, role: "admin" }).catch((error) => {
      const taken = input.wanted === undefined && error instanceof AppError && error.code === "conflict";
      if (!taken) throw error;
      return addPerson(deps, actor, {
        tenantId,
        email: `admin+${tenantId.slice(-8)}@${emailHost(input.patterns)}`,
        role: "admin",
      });
    });
  } catch (error) {
    await withTenant(deps.db, tenantId, deleteTenant);
    throw error;
  }
}

/** Host of a generated address: that of the first origin whose name has a dot. */
function emailHost(patterns: string[]): string {
  for (const pattern of patterns) {
    const host = toUrl(pattern.replace("*.", "")).hostname;
    const isName = host.includes(".") && !host.startsWith("[") && !/^\d+$/.test(host.slice(host.lastIndexOf(".") + 1));
    if (isName) return host;
  }
  return "parley.example";
}

function toName(text: string): string {
  const name = text.trim();
  if (name === "" || name.length > maxNameChars || name.includes("\u0000") || !name.isWellFormed()) {
    throw new AppError("invalid_request", `A tenant's name must have 1 to ${maxNameChars} characters.`);
  }
  return name;
}
