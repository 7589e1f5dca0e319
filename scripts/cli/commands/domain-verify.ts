import { z } from "zod";
import type { PageReport } from "../../../protocol/admin-doctor.ts";
import { resolveTenant } from "../../../server/accounts/tenants/directory.ts";
import { AppError } from "../../../server/core/errors.ts";
import { operatorsReach } from "../../../server/operations/doctor/deps.ts";
import { checkPage } from "../../../server/operations/doctor/page/check-page.ts";
import { pagesToVerify } from "../../../server/operations/doctor/page/pages-to-verify.ts";
import { defineCommand } from "../command.ts";
import { renderPage } from "../render-checks.ts";

export interface Verified {
  ok: boolean;
  pages: PageReport[];
  /** Domains that name no page, such as a wildcard below which no chat was opened. */
  not_checked: string[];
}

export const domainVerify = defineCommand({
  name: "domain verify",
  args: z.strictObject({ tenant: z.string(), domain: z.string().optional() }),
  run: async (ctx, { tenant, domain }, out): Promise<Verified> => {
    const tenantId = await resolveTenant(ctx.http.tenants, tenant);
    const { pages, unknown } = await pagesToVerify(ctx.http.tenants, tenantId, domain);
    if (pages.length === 0 && unknown.length === 0)
      throw new AppError(
        "not_found",
        `No allowed domains yet. Add one with: parley domain add https://www.example.com --tenant ${tenant}`,
      );
    const reports: PageReport[] = [];
    for (const url of pages) {
      out.info(`Checking ${url}`);
      reports.push(await checkPage(ctx.http.doctor, { tenantId, url, reach: operatorsReach, withPing: false }));
    }
    return { ok: reports.every(({ ok }) => ok), pages: reports, not_checked: unknown };
  },
  render: ({ pages, not_checked }) =>
    [
      ...pages.map(renderPage),
      ...not_checked.map(
        (domain) =>
          `${domain}\nNo chat was opened there yet, so Parley knows no page to check. Check a page with: parley doctor --page <address>`,
      ),
    ].join("\n\n"),
  isFailure: ({ ok }) => !ok,
});
