import type { Check } from "../../../protocol/admin-doctor.ts";
import { isOriginAllowed, parseOrigin, patternsFor } from "../../auth/origins.ts";
import { parseUrl } from "../../text/parse-url.ts";
import { failed, ok } from "../check.ts";

const name = "allowed domain";

/** Whether the page may start chats, and if not, what is nearly the same and may. @param tenant for the line that mends it. */
export function judgeOrigin(page: URL, domains: readonly string[], tenant: string): Check {
  const { origin } = page;
  const parsed = parseOrigin(origin);
  if (!parsed)
    return failed(
      name,
      page.protocol === "http:"
        ? `The page is plain http (${origin}). Only pages with https may have the chat, besides localhost.`
        : `${origin} can be no allowed domain.`,
      { mend: "Serve the page with https, and lead http to it" },
    );
  if (isOriginAllowed(origin, domains)) {
    const by = patternsFor(parsed).find((pattern) => domains.includes(pattern)) ?? origin;
    return ok(name, by === origin ? `${origin} is allowed.` : `${origin} is allowed by ${by}.`);
  }
  return failed(name, `${origin} is not on the list${nearby(page, domains)}.`, {
    mend: "Add it, in the console below Domains or with",
    line: `parley domain add ${origin} --tenant ${tenant}`,
  });
}

/** What somebody may have taken for the same. */
function nearby({ hostname, port, protocol }: URL, domains: readonly string[]): string {
  if (domains.length === 0) return ", which is empty";
  const bare = hostname.replace(/^www\./, "");
  for (const domain of domains) {
    const wildcard = domain.includes("//*.");
    const other = parseUrl(domain.replace("//*.", "//"));
    if (!other) continue;
    if (wildcard && other.hostname === hostname)
      return `: ${domain} allows what is below ${hostname}, not ${hostname} itself`;
    if (!wildcard && other.hostname === hostname && other.protocol !== protocol)
      return `: ${domain} has another scheme`;
    if (!wildcard && other.hostname === hostname && other.port !== port) return `: ${domain} is another port`;
    if (!wildcard && other.hostname.replace(/^www\./, "") === bare)
      return `: ${domain} is, and with www. and without are two`;
  }
  return "";
}
