import type { Check } from "../../../../protocol/admin-doctor.ts";
import { isOriginAllowed, parseOrigin, patternsFor } from "../../../accounts/sign-in/origins.ts";
import { parseUrl } from "../../../core/text/parse-url.ts";
import { failed, ok } from "../check.ts";

const name = "allowed domain";

/** Judges whether the page may start chats. If not, it names similar allowed domains. @param tenant for the command that fixes it. */
export function judgeOrigin(page: URL, domains: readonly string[], tenant: string): Check {
  const { origin } = page;
  const parsed = parseOrigin(origin);
  if (!parsed)
    return failed(
      name,
      page.protocol === "http:"
        ? `The page uses plain HTTP (${origin}). The chat works only on HTTPS pages and on localhost.`
        : `${origin} cannot be an allowed domain.`,
      { mend: "Serve the page over HTTPS and redirect HTTP to it" },
    );
  if (isOriginAllowed(origin, domains)) {
    const by = patternsFor(parsed).find((pattern) => domains.includes(pattern)) ?? origin;
    return ok(name, by === origin ? `${origin} is allowed.` : `${origin} is allowed by ${by}.`);
  }
  return failed(name, `${origin} is not an allowed domain${nearby(page, domains)}.`, {
    mend: "Add it in the console in Settings under Domains, or with",
    line: `parley domain add ${origin} --tenant ${tenant}`,
  });
}

/** Allowed domains that may have been confused with this one. */
function nearby({ hostname, port, protocol }: URL, domains: readonly string[]): string {
  if (domains.length === 0) return "; there are none yet";
  const bare = hostname.replace(/^www\./, "");
  for (const domain of domains) {
    const wildcard = domain.includes("//*.");
    const other = parseUrl(domain.replace("//*.", "//"));
    if (!other) continue;
    if (wildcard && other.hostname === hostname)
      return `: ${domain} allows subdomains of ${hostname}, but not ${hostname} itself`;
    if (!wildcard && other.hostname === hostname && other.protocol !== protocol)
      return `: ${domain} has a different scheme`;
    if (!wildcard && other.hostname === hostname && other.port !== port) return `: ${domain} has a different port`;
    if (!wildcard && other.hostname.replace(/^www\./, "") === bare)
      return `: ${domain} is allowed, but the address with www. and the one without are different domains`;
  }
  return "";
}
