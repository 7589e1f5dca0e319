import { z } from "zod";
import { resolveTenant } from "../../../server/accounts/tenants/directory.ts";
import { operatorsReach } from "../../../server/operations/doctor/deps.ts";
import { checkPage } from "../../../server/operations/doctor/page/check-page.ts";
import { tenantOfPage } from "../../../server/operations/doctor/page/pages-to-verify.ts";
import { defineCommand } from "../command.ts";
import { renderPage } from "../render-checks.ts";

/** `parley doctor --page`. */
export const doctorPage = defineCommand({
  name: "doctor page",
  args: z.strictObject({ url: z.string().min(1), tenant: z.string().optional() }),
  run: async (ctx, { url, tenant }, out) => {
    const { tenants, doctor } = ctx.http;
    const tenantId =
      tenant === undefined ? await tenantOfPage(tenants, url, operatorsReach) : await resolveTenant(tenants, tenant);
    out.info("Checking the page and one stream; this takes about 20 seconds.");
    return checkPage(doctor, { tenantId, url, reach: operatorsReach, withPing: true });
  },
  render: renderPage,
  isFailure: ({ ok }) => !ok,
});
