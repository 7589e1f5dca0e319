import type { Check } from "../../../../protocol/admin-doctor.ts";
import { failed, ok, warning } from "../check.ts";
import { allowsAddress, type Policy, type PolicyKind, type Rule, ruleFor } from "./policy.ts";

/** What the chat does on a page, which a policy has to allow. */
export interface PageNeeds {
  page: URL;
  /** The script tag's address. */
  script: URL;
  nonce: string | null;
  /** Where calls go. */
  api: URL;
  /** The theme's logo, if it has one. */
  logo: URL | null;
}

/** The loader's own policy for Trusted Types. */
const trustedName = "lit-html";

/** What the page's policies stop, with the line that allows it. The chat needs nothing of `style-src`, `font-src` and `frame-src`. */
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

/** What is reported and not stopped, a stricter policy of tomorrow will stop. */
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
  // Scripts that a script with a nonce fetches are let in with it.
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
  // The loader brings the panel's file, which lies beside it and changes its name with its content.
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

/** The directive as it has to be. One that only stood in for it stays as it is, and the new one begins with what that allowed. */
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

/** A sandbox without scripts runs nothing; one without the same origin is `null` to every server. */
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
