import type { Check } from "../../../../protocol/admin-doctor.ts";
import { toUrl } from "../../../core/text/parse-url.ts";
import { failed, ok, warning } from "../check.ts";
import { judgeSandboxFlags } from "./judge-policy.ts";
import type { PageFacts, PageTag } from "./read-page.ts";

const name = "script tag";

export interface ExpectedTag {
  tenantId: string;
  /** The complete script tag. */
  snippet: string;
  publicUrl: string;
}

/** The tag that counts: the first one that adds a chat, as in a browser; the others do nothing. */
export function tagOf({ tags }: PageFacts): PageTag | undefined {
  const runs = tags.filter(({ isData }) => !isData);
  return runs.find(({ isModule, tenant }) => !isModule && tenant !== null) ?? runs[0] ?? tags[0];
}

/** Judges the tag on the page. @param seenLive time of the last chat opened there, in words. */
export function judgeTag(facts: PageFacts, expected: ExpectedTag, seenLive: string | null): Check[] {
  const tag = tagOf(facts);
  return tag ? judgeFound(facts, tag, expected) : judgeMissing(facts, expected, seenLive);
}

function judgeFound(facts: PageFacts, tag: PageTag, { tenantId, snippet, publicUrl }: ExpectedTag): Check[] {
  const mend = { mend: "Replace it with this line", line: snippet };
  const found: Check[] = [];
  const isHeld = tag.isHeld || (facts.hasRocketLoader && !tag.isExempt);
  if (isHeld) found.push(heldBack(snippet));
  else if (tag.isData)
    found.push(failed(name, "The tag has a type that browsers do not run. A consent tool may change it later.", mend));
  if (tag.isModule)
    found.push(failed(name, 'The tag has type="module", so the script cannot read the tenant from it.', mend));
  if (tag.tenant === null) found.push(failed(name, "The tag has no data-tenant, so it adds no chat.", mend));
  else if (tag.tenant !== tenantId)
    found.push(failed(name, `data-tenant is ${shorten(tag.tenant)}, which is not this tenant's ID.`, mend));
  found.push(...judgeSource(facts, tag, { publicUrl, mend }));
  if (tag.integrity !== null)
    found.push(
      warning(name, "The tag has an integrity hash, so browsers will block the chat after the next Parley update.", {
        mend: "Remove the integrity attribute",
      }),
    );
  if (facts.tags.length > 1) found.push(severalTags(facts.tags, tenantId));
  return found.length > 0 ? found : [ok(name, "The tag is on the page, with the right tenant and address.")];
}

/** Optimisers run the script only after the visitor's first action, or after everything else. */
function heldBack(snippet: string): Check {
  return warning(name, "An optimiser of the page delays the tag, so the chat appears late or only after a click.", {
    mend: "Use this line, which Cloudflare Rocket Loader and WP Rocket leave alone, or exclude /widget/parley.js from the optimiser",
    line: snippet.replace("<script async", '<script async data-cfasync="false" nowprocket'),
  });
}

function severalTags(tags: readonly PageTag[], tenantId: string): Check {
  const other = tags.find(({ tenant }) => tenant !== null && tenant !== tenantId)?.tenant;
  const whose = other ? ` One of them is of another tenant (${shorten(other)}).` : "";
  return warning(
    name,
    `The page has ${tags.length} Parley tags.${whose} Only the first one that runs is used, and the browser's console says so.`,
    { mend: "Remove the other tags" },
  );
}

function judgeSource(
  { url }: PageFacts,
  { src, written }: PageTag,
  { publicUrl, mend }: { publicUrl: string; mend: { mend: string; line: string } },
): Check[] {
  if (src === null)
    return [failed("script address", `src is ${written === "" ? "empty" : "not a valid address"}.`, mend)];
  if (url.protocol === "https:" && src.protocol === "http:" && src.hostname !== "localhost")
    return [
      failed("mixed content", `The page uses HTTPS, but src uses plain HTTP (${src.origin}), so browsers block it.`, {
        mend: "Serve Parley over HTTPS, set PUBLIC_URL to that address, and use it in src",
      }),
    ];
  const expected = `${publicUrl}/widget/parley.js`;
  if (src.href.split(/[?#]/)[0] === expected) return [];
  if (src.origin === toUrl(publicUrl).origin)
    return [failed("script address", `src requests ${src.pathname}, but the script is at /widget/parley.js.`, mend)];
  return [
    warning("script address", `src points to ${src.origin}, but this server's address is ${publicUrl}.`, {
      ...mend,
      mend: "Unless both are addresses of the same server, replace it with this line",
    }),
  ];
}

function judgeMissing(facts: PageFacts, { snippet }: ExpectedTag, seenLive: string | null): Check[] {
  const add = { mend: "Paste this line before </body>", line: snippet };
  if (facts.hiddenIn === "frame") {
    const flags = facts.frameSandbox?.split(/\s+/).filter(Boolean);
    const sandbox = flags ? judgeSandboxFlags(flags, "The frame's sandbox") : [];
    return sandbox.length > 0 ? sandbox : [warning(name, "The tag is inside a frame, not on the page itself.", add)];
  }
  if (facts.hiddenIn !== null)
    return [failed(name, `The tag is inside a ${facts.hiddenIn}, where browsers do not run it.`, add)];
  if (!facts.isHtml) return [failed(name, "The address does not return an HTML page.")];
  const byWhom = facts.tagManagers.join(" and ");
  if (seenLive !== null)
    return [ok(name, `The page's HTML does not contain the tag; ${byWhom || "a script"} adds it later. ${seenLive}`)];
  if (facts.tagManagers.length > 0)
    return [
      warning(
        name,
        `The page's HTML does not contain the tag. The page uses ${byWhom}, which may add it later. This check runs no scripts, and no chat was opened here in the last days.`,
        {
          mend: "Open the page, click the chat button and check again, or paste this line before </body>",
          line: snippet,
        },
      ),
    ];
  const isApp = facts.hasScripts
    ? " If a script adds it, this check cannot see it. Open the page, click the chat button, then check again."
    : "";
  return [failed(name, `The tag is not on the page.${isApp}`, add)];
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
