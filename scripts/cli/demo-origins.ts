import { operator, type TenantDeps } from "../../server/accounts/tenants/deps.ts";
import { addDomain, removeDomain, toPattern } from "../../server/accounts/tenants/domains.ts";
import { AppError } from "../../server/core/errors.ts";
import { toUrl } from "../../server/core/text/parse-url.ts";
import type { AppContext } from "../../server/wiring/context.ts";

/** Where the demo page is opened. An address that no page with a chat may have, such as plain http of another computer, is left out. */
export function originsOf({
  publicUrl,
  config,
  log,
}: Pick<AppContext, "publicUrl" | "log"> & { config: { port: number } }): string[] {
  const { origin } = toUrl(publicUrl);
  const local = [`http://localhost:${config.port}`, `http://127.0.0.1:${config.port}`];
  try {
    toPattern(origin);
    return [origin, ...local];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ reason: error.message }, "Demo chat works only on localhost, not at PUBLIC_URL");
    return local;
  }
}

/**
 * Allows the demo page at the addresses of this start, and removes those of earlier starts: a new port at each start would fill the list. A
 * list full of other entries does not prevent the start.
 * @returns the present origins
 */
export async function allowOrigins(
  ctx: Pick<AppContext, "publicUrl" | "log"> & { config: { port: number }; http: { tenants: TenantDeps } },
  { tenantId, before }: { tenantId: string; before: readonly string[] },
): Promise<string[]> {
  const origins = originsOf(ctx);
  for (const entry of before.filter((origin) => !origins.includes(origin)))
    await removeDomain(ctx.http.tenants, operator, { tenantId, entry }).catch(ifRefused("not_found"));
  for (const entry of origins)
    await addDomain(ctx.http.tenants, operator, { tenantId, entry }).catch((error: unknown) => {
      ifRefused("conflict")(error);
      ctx.log.warn({ origin: entry }, "Demo chat does not open here because its list of allowed domains is full");
    });
  return origins;
}

/** Somebody removed it before, or filled the list: no reason not to start. */
function ifRefused(code: AppError["code"]): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof AppError && error.code === code)) throw error;
  };
}
