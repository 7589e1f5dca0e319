import type { Check } from "../../../../protocol/admin-doctor.ts";
import { failed, ok, warning } from "../check.ts";
import { allowsAddress, type Policy, type PolicyKind, type Rule, ruleFor } from "./policy.ts";

/** The chat's actions on a page that a policy has to allow. */
export interface PageNeeds {
  page: URL;
  /** Address of the script tag. */
  script: URL;
  nonce: string | null;
  /** Address of the API. */
  api: URL;
  /** The theme's logo, if it has one. */
  logo: URL | null;
}

/** Name of the loader's Trusted Types policy. */
const trustedName = "lit-html";

/**
 * Actions that the page's policies block, with the directive that allows each. The chat needs nothing from `style-src`, `font-src` and
 * `frame-src`.
 */
export function judgePolicies(policies: readonly Policy[], needs: PageNeeds): Check[] {
  const found = policies.flatMap((policy) => judge(policy, needs));
  if (found.length > 0) return found;
  const enforced = policies.filter(({ isReportOnly }) => !isReportOnly).length;
  return [
    ok("content security policy", enforced > 0 ? "The page's policy allows the chat." : "The page has no policy."),
  ];
}

function judge(policy: Policy, needs: PageNeeds): Check[] {
  const stops = [
    ...judgeScript(policy, needs),
    ...judgeList(policy, "connect", { target: needs.api, page: needs.page, what: "the chat's API calls" }),
    ...(needs.logo ? judgeList(policy, "img", { target: needs.logo, page: needs.page, what: "the theme's logo" }) : []),
    ...judgeTrustedTypes(policy),
    ...judgeSandbox(policy),
  ];
  return policy.isReportOnly ? stops.map(asReportOnly) : stops;
}

/** An action that is only reported now is blocked once the policy is enforced. */
function asReportOnly(check: Check): Check {
  return {
    ...check,
    status: "warning",
    detail: `${check.detail} The policy is report-only, so nothing is blocked yet.`,
  };
}

function judgeScript(policy: Policy, { page, script, nonce }: PageNeeds): Check[] {
  const rule = ruleFor(policy, "script");
  if (rule === null) return [];
  const name = `content security policy: ${rule.directive}`;
  const byNonce = rule.sources.some((source) => /^'nonce-.+'$/i.test(source));
  // Scripts loaded by a script with a nonce are allowed with it.
  if (nonce !== null && rule.sources.includes(`'nonce-${nonce}'`)) return [];
  if (rule.sources.some((source) => source.toLowerCase() === "'strict-dynamic'"))
    return [
      failed(
        name,
        `${rule.directive} has 'strict-dynamic', so browsers ignore its list of hosts, and the tag has no nonce.`,
        {
          mend: "Add the nonce that your server creates for each response",
          line: `<script async nonce="NONCE" src="${script.href}" …></script>`,
        },
      ),
    ];
  if (!allowsAddress(rule.sources, script, page)) {
    const wrongNonce = byNonce && nonce !== null ? " The tag's nonce differs from the policy's nonce." : "";
    return [
      failed(name, `${rule.directive} in the ${policy.from} does not allow ${script.origin}.${wrongNonce}`, {
        mend: byNonce
          ? `Add the page's nonce to the tag, or allow the server in ${placeOf(policy)}`
          : `Change this directive in ${placeOf(policy)}`,
        line: withSource(rule, "script-src", script.origin),
      }),
    ];
  }
  // The loader loads the panel's file, which is next to it and has a content hash in its name.
  if (allowsAddress(rule.sources, new URL("panel-x.js", script), page)) return [];
  return [
    failed(name, `${rule.directive} allows only parley.js. The chat loads more files from the same folder.`, {
      mend: `Allow the whole server in ${placeOf(policy)}`,
      line: withSource(rule, "script-src", script.origin),
    }),
  ];
}

function judgeList(
  policy: Policy,
  kind: Exclude<PolicyKind, "script">,
  { target, page, what }: { target: URL; page: URL; what: string },
): Check[] {
  const rule = ruleFor(policy, kind);
  if (rule === null || allowsAddress(rule.sources, target, page)) return [];
  const make = kind === "img" ? warning : failed;
  return [
    make(
      `content security policy: ${kind}-src`,
      `${rule.directive} in the ${policy.from} blocks ${what} (${target.origin}).`,
      {
        mend: `Change this directive in ${placeOf(policy)}`,
        line: withSource(rule, `${kind}-src`, target.origin),
      },
    ),
  ];
}

/**
 * The corrected directive. A fallback directive (such as `default-src`) stays unchanged, and the new directive starts with the fallback's
 * sources.
 */
function withSource({ directive, sources }: Rule, wanted: string, origin: string): string {
  const kept = sources.filter((source) => source.toLowerCase() !== "'none'");
  return [directive === "default-src" ? wanted : directive, ...kept, origin].join(" ");
}

function judgeTrustedTypes({ directives, from }: Policy): Check[] {
  const names = directives.get("trusted-types");
  if (!names || !directives.has("require-trusted-types-for")) return [];
  if (names.some((name) => name === "*" || name === trustedName)) return [];
  const kept = names.filter((name) => name !== "'none'");
  return [
    failed(
      "content security policy: trusted-types",
      `trusted-types in the ${from} does not allow the policy ${trustedName}.`,
      {
        mend: `Change this directive in ${from === "meta" ? "the page's meta tag" : "the header"}`,
        line: ["trusted-types", ...kept, trustedName].join(" "),
      },
    ),
  ];
}

function judgeSandbox({ directives }: Policy): Check[] {
  const flags = directives.get("sandbox");
  return flags ? judgeSandboxFlags(flags, "The policy's sandbox") : [];
}

/** A sandbox without scripts runs nothing. A sandbox without the same origin has the origin `null` for every server. */
export function judgeSandboxFlags(flags: readonly string[], what: string): Check[] {
  const missing = ["allow-scripts", "allow-same-origin"].filter((flag) => !flags.includes(flag));
  if (missing.length === 0) return [];
  const effect = missing.includes("allow-scripts")
    ? "no scripts can run"
    : "the page has the origin null, which Parley rejects";
  return [
    failed("sandbox", `${what} lacks ${missing.join(" and ")}: ${effect}.`, {
      mend: "Add the missing flags, or put the tag on the page outside the frame",
      line: ["sandbox", ...flags, ...missing].join(" "),
    }),
  ];
}

function placeOf({ from }: Policy): string {
  return from === "meta" ? "the page's meta tag" : "the Content-Security-Policy header";
}
