import type { Check } from "../../../protocol/admin-doctor.ts";
import { toUrl } from "../../text/parse-url.ts";
import { failed, ok, warning } from "../check.ts";
import { judgeSandboxFlags } from "./judge-policy.ts";
import type { PageFacts, PageTag } from "./read-page.ts";

const name = "script tag";

export interface ExpectedTag {
  tenantId: string;
  /** The whole line. */
  snippet: string;
  publicUrl: string;
}

/** The tag that counts: the first one runs, the others do nothing. */
export function tagOf({ tags }: PageFacts): PageTag | undefined {
  return tags.find(({ isData }) => !isData) ?? tags[0];
}

/** Whether the tag is on the page as it should be. @param seenLive when a chat was opened there lately, in words. */
export function judgeTag(facts: PageFacts, expected: ExpectedTag, seenLive: string | null): Check[] {
  const tag = tagOf(facts);
  return tag ? judgeFound(facts, tag, expected) : judgeMissing(facts, expected, seenLive);
}

function judgeFound(facts: PageFacts, tag: PageTag, { tenantId, snippet, publicUrl }: ExpectedTag): Check[] {
  const mend = { mend: "Put this line there instead", line: snippet };
  const found: Check[] = [];
  if (tag.isData)
    found.push(failed(name, "The tag has a type that browsers do not run; a consent tool may change it later.", mend));
  if (tag.isModule)
    found.push(failed(name, 'The tag has type="module", and then cannot tell which tenant it is for.', mend));
  if (tag.tenant === null) found.push(failed(name, "The tag has no data-tenant, and without it adds no chat.", mend));
  else if (tag.tenant !== tenantId)
    found.push(failed(name, `data-tenant is ${shorten(tag.tenant)}, which is not this tenant's id.`, mend));
  found.push(...judgeSource(facts, tag, { publicUrl, mend }));
  if (tag.integrity !== null)
    found.push(
      warning(name, "The tag has an integrity hash: with the next version of Parley the chat is blocked.", {
        mend: "Leave the attribute integrity out",
      }),
    );
  if (facts.tags.length > 1)
    found.push(warning(name, `The page has ${facts.tags.length} such tags; the first one counts.`));
  return found.length > 0 ? found : [ok(name, "It is there, with the right tenant and address.")];
}

function judgeSource(
  { url }: PageFacts,
  { src, written }: PageTag,
  { publicUrl, mend }: { publicUrl: string; mend: { mend: string; line: string } },
): Check[] {
  if (src === null) return [failed("script address", `src is ${written === "" ? "empty" : "no address"}.`, mend)];
  if (url.protocol === "https:" && src.protocol === "http:" && src.hostname !== "localhost")
    return [
      failed("mixed content", `The page is https and src is plain http (${src.origin}): browsers block it.`, {
        mend: "Serve Parley with https, set PUBLIC_URL to that address, and put it into src",
      }),
    ];
  const expected = `${publicUrl}/widget/parley.js`;
  if (src.href.split(/[?#]/)[0] === expected) return [];
  if (src.origin === toUrl(publicUrl).origin)
    return [failed("script address", `src asks for ${src.pathname}, and the script is at /widget/parley.js.`, mend)];
  return [
    warning("script address", `src leads to ${src.origin}, and this server's address is ${publicUrl}.`, {
      ...mend,
      mend: "If that is not another address of the same server, put this line there instead",
    }),
  ];
}

function judgeMissing(facts: PageFacts, { snippet }: ExpectedTag, seenLive: string | null): Check[] {
  const add = { mend: "Put this line before </body>", line: snippet };
  if (facts.hiddenIn === "frame") {
    const flags = facts.frameSandbox?.split(/\s+/).filter(Boolean);
    const sandbox = flags ? judgeSandboxFlags(flags, "The frame's sandbox") : [];
    return sandbox.length > 0
      ? sandbox
      : [warning(name, "It stands in the text of a frame, not on the page itself.", add)];
  }
  if (facts.hiddenIn !== null)
    return [failed(name, `It stands in a ${facts.hiddenIn}, where browsers do not run it.`, add)];
  if (!facts.isHtml) return [failed(name, "The address answers with something that is no HTML page.")];
  const byWhom = facts.tagManagers.join(" and ");
  if (seenLive !== null)
    return [
      ok(name, `It is not in what the server of the page sends; ${byWhom || "a script"} adds it later. ${seenLive}`),
    ];
  if (facts.tagManagers.length > 0)
    return [
      warning(
        name,
        `It is not in what the page's server sends. The page has ${byWhom}, which may add it later: that cannot be seen without running scripts, and no chat was opened here in the last days.`,
        {
          mend: "Open the page, press the chat's button, and check again; or put this line before </body>",
          line: snippet,
        },
      ),
    ];
  const isApp = facts.hasScripts
    ? " If a script of the page adds it, that cannot be seen from here: open the page, press the chat's button, and check again."
    : "";
  return [failed(name, `It is not on the page.${isApp}`, add)];
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
