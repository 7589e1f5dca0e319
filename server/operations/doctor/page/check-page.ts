import type { Check, PageReport } from "../../../../protocol/admin-doctor.ts";
import type { TenantId } from "../../../../protocol/ids.ts";
import { isOriginAllowed, parseOrigin, patternsFor } from "../../../accounts/sign-in/origins.ts";
import { readTenant, type TenantDetail } from "../../../accounts/tenants/directory.ts";
import { readSettings } from "../../../accounts/tenants/settings.ts";
import { AppError } from "../../../core/errors.ts";
import { type FetchedAnswer, fetchAnswer } from "../../../core/fetch/fetch-page.ts";
import { parseUrl, toUrl } from "../../../core/text/parse-url.ts";
import { withTenant } from "../../../database/transaction.ts";
import { listRecentPages } from "../../../tickets/store/ticket-pages.ts";
import { failed, ok, warning } from "../check.ts";
import type { PageDoctorDeps, Reach } from "../deps.ts";
import { probeStream } from "../stream/probe-stream.ts";
import { judgePolicies } from "./judge-policy.ts";
import { judgeCalls, judgeScript } from "./judge-script.ts";
import { judgeTag, tagOf } from "./judge-tag.ts";
import { type PageFacts, readPage } from "./read-page.ts";
import { whyUnreachable } from "./why-unreachable.ts";

const pageMs = 15_000;
const pageBytes = 5 * 1024 * 1024;
const recentTickets = 200;
/** A chat that was opened earlier says little about today's page. */
const liveDays = 7;
const dayMs = 24 * 60 * 60 * 1_000;
/** Request headers of a browser. */
const browserHeaders = {
  accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "accept-language": "en",
  "sec-fetch-dest": "document",
  "sec-fetch-mode": "navigate",
  "sec-fetch-site": "none",
  "upgrade-insecure-requests": "1",
};

export interface PageToCheck {
  tenantId: TenantId;
  url: string;
  /** Addresses that may be fetched. The operator reaches more than an admin. */
  reach: Reach;
  /** Waits for a ping of the stream, which takes up to 15 s more. */
  withPing: boolean;
}

/**
 * Fetches a customer's page as a browser would, and reports the causes that keep the chat from working there, with their fixes. It runs no
 * scripts; a tag that a tag manager adds is known only from opened chats.
 * @throws AppError `invalid_request` for an address that may not be fetched, `not_found`.
 */
export async function checkPage(deps: PageDoctorDeps, asked: PageToCheck): Promise<PageReport> {
  const tenant = await readTenant(deps.tenants, asked.tenantId);
  const url = completed(asked.url);
  const fetched = await fetchCustomerPage(url, asked);
  if ("check" in fetched) return report(url, [fetched.check]);
  const { answer } = fetched;
  const facts = readPage(answer);
  const checks = [judgeReached(url, answer, facts), judgeOrigin(facts.url, tenant.domains, asked.tenantId)];
  const live = await seenLive(deps, asked.tenantId, facts.url.origin);
  checks.push(...judgeTag(facts, { ...tenant, tenantId: asked.tenantId, publicUrl: deps.tenants.publicUrl }, live));
  const isAllowed = checks[1]?.status === "ok";
  checks.push(
    ...(await judgeWay(deps, { facts, asked, isAllowed })),
    judgeLive(live, facts.url.origin),
    ...suspended(tenant),
  );
  return report(facts.url.href, checks);
}

/** People often leave out the scheme. */
function completed(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`;
}

function report(url: string, checks: Check[]): PageReport {
  return { ok: checks.every(({ status }) => status !== "failed"), url, checks };
}

async function fetchCustomerPage(
  url: string,
  { reach: { network, ...ports } }: PageToCheck,
): Promise<{ answer: FetchedAnswer } | { check: Check }> {
  try {
    const limits = { totalMs: pageMs, bytes: pageBytes, ...ports };
    return { answer: await fetchAnswer(url, { network, limits, headers: browserHeaders }) };
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid_request") throw error;
    const { detail, mend } = whyUnreachable(error);
    return { check: failed("page", `Could not load ${url}: ${detail}`, { mend }) };
  }
}

function judgeReached(asked: string, { status, url, redirects }: FetchedAnswer, { url: reached }: PageFacts): Check {
  const name = "page";
  if (status === 401 || status === 403 || status === 429 || status === 503)
    return warning(name, `${url} returns status ${status}. The checks below apply to this response, not to the page.`, {
      mend: "The page may require a password or block bots; allow ParleyBot, or check a public page",
    });
  if (status < 200 || status > 299)
    return failed(name, `${url} returns status ${status}.`, { mend: "Check the address" });
  const from = toUrl(asked);
  if (redirects.length === 0) return ok(name, `${url} returns status ${status}.`);
  if (from.host === reached.host) return ok(name, `${asked} redirects to ${url}.`);
  return warning(name, `${asked} redirects to another host. Allow the chat on ${reached.origin}.`);
}

/** Judges the connection between page and server: policies, script, calls and stream. */
async function judgeWay(
  deps: PageDoctorDeps,
  { facts, asked, isAllowed }: { facts: PageFacts; asked: PageToCheck; isAllowed: boolean },
): Promise<Check[]> {
  const { publicUrl } = deps.tenants;
  const tag = tagOf(facts);
  const script = tag?.src ?? toUrl(`${publicUrl}/widget/parley.js`);
  const api = tag?.api ?? toUrl(script.origin);
  const { theme } = await readSettings(deps.tenants, asked.tenantId);
  const logo = theme.logo_url === null ? null : parseUrl(theme.logo_url);
  const embedder =
    String(facts.headers["cross-origin-embedder-policy"] ?? "")
      .split(";")[0]
      ?.trim() ?? "";
  const origin = facts.url.origin;
  const isOwn = script.origin === toUrl(publicUrl).origin && api.origin === script.origin;
  return [
    ...judgePolicies(facts.policies, { page: facts.url, script, nonce: tag?.nonce ?? null, api, logo }),
    ...judgeEmbedder(embedder, logo, origin),
    ...(await judgeScript(script, { publicUrl, reach: asked.reach }, { origin, embedder })),
    // Never sends methods and tokens to a server that is not ours.
    ...(isOwn && isAllowed ? [await judgeCalls(api, origin)] : []),
    ...(isAllowed ? [await probeStream(deps, { tenantId: asked.tenantId, origin, withPing: asked.withPing })] : []),
  ];
}

function judgeEmbedder(embedder: string, logo: URL | null, origin: string): Check[] {
  if (embedder !== "require-corp" || !logo || logo.origin === origin) return [];
  return [
    warning(
      "cross-origin policy",
      `The page sends Cross-Origin-Embedder-Policy: require-corp, so browsers show the theme's logo only if ${logo.origin} allows it.`,
      {
        mend: "Send this header with the logo",
        line: "Cross-Origin-Resource-Policy: cross-origin",
      },
    ),
  ];
}

/** Time of the last chat opened on a page of this origin, in words; null when there was none lately. */
async function seenLive(deps: PageDoctorDeps, tenantId: TenantId, origin: string): Promise<string | null> {
  const pages = await withTenant(deps.tenants.db, tenantId, (tx) => listRecentPages(tx, recentTickets));
  const since = Date.now() - liveDays * dayMs;
  const seen = pages.find(({ url, createdAt }) => createdAt.getTime() >= since && parseUrl(url)?.origin === origin);
  return seen ? `The last chat on ${origin} was opened ${ago(seen.createdAt)}.` : null;
}

function ago(time: Date): string {
  const minutes = Math.round((Date.now() - time.getTime()) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 120) return `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours ago` : `${Math.round(hours / 24)} days ago`;
}

function judgeLive(live: string | null, origin: string): Check {
  if (live !== null) return ok("live", live);
  return warning("live", `No chat was opened on ${origin} in the last ${liveDays} days.`, {
    mend: "Open the page, click the chat button, then check again",
  });
}

function suspended({ status, name }: TenantDetail): Check[] {
  return status === "active" ? [] : [failed("tenant", `${name} is suspended. No chat can start.`)];
}

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
