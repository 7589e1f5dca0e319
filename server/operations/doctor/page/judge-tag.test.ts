import { describe, expect, it } from "vitest";
import { judgeOrigin } from "./check-page.ts";
import { judgeTag } from "./judge-tag.ts";
import { readPage } from "./read-page.ts";

const tenantId = "01900000-0000-7000-8000-000000000001";
const publicUrl = "https://chat.example";
const snippet = `<script async src="${publicUrl}/widget/parley.js" data-tenant="${tenantId}"></script>`;

function read(html: string, url = "https://shop.example/") {
  const headers = { "content-type": "text/html" };
  return readPage({ url, redirects: [], status: 200, headers, bytes: new TextEncoder().encode(html) });
}

function judge(html: string, seenLive: string | null = null): string {
  return judgeTag(read(html), { tenantId, snippet, publicUrl }, seenLive)
    .map(({ name, status, detail }) => `${status} ${name}: ${detail}`)
    .join("\n");
}

describe("the script tag of a page", () => {
  it.each([
    snippet,
    `<body><p title="a > b">x</p><script>if (a < b) "<script>"</script>${snippet.toUpperCase().replace(tenantId.toUpperCase(), tenantId).replace("HTTPS://CHAT.EXAMPLE/WIDGET/PARLEY.JS", `${publicUrl}/widget/parley.js`)}`,
    `<script src='${publicUrl}/widget/parley.js?v=2' data-tenant=${tenantId} defer></script>`,
    `<base href="${publicUrl}/"><script src="widget/parley.js" data-tenant="${tenantId}"></script>`,
    `<!-- ${snippet.replace(tenantId, "old")} -->${snippet}`,
    `${snippet}${snippet.replace("parley.js", "teaser.js")}`,
    `${snippet.replace("async", 'async data-cfasync="false"')}<script src="/rocket-loader.min.js"></script>`,
  ])("is right: %s", (html) => {
    expect(judge(html)).toMatch(/^ok script tag/);
  });

  it.each([
    ["<p>Nothing</p>", /^failed script tag: The tag is not on the page\.$/],
    ["<script src=app.js></script>", /If a script adds it, this check cannot see it/],
    [`<!-- ${snippet} -->`, /^failed script tag: The tag is inside a comment/],
    [`<noscript>${snippet}</noscript>`, /^failed script tag: The tag is inside a noscript/],
    [
      `<iframe sandbox="allow-scripts" srcdoc='${snippet.replaceAll('"', "&quot;")}'></iframe>`,
      /^failed sandbox: .*allow-same-origin/,
    ],
    [snippet.replace(tenantId, "YOUR-TENANT-ID"), /^failed script tag: data-tenant is YOUR-TENANT-ID/],
    [`<script async src="${publicUrl}/widget/parley.js"></script>`, /^failed script tag: The tag has no data-tenant/],
    [snippet.replace("async", 'type="module"'), /type="module"/],
    [snippet.replace("async", 'type="text/plain"'), /A consent tool may change it later/],
    [snippet.replace("async", 'integrity="sha384-x"'), /^warning script tag: .*integrity/],
    [snippet.replace("https:", "http:"), /^failed mixed content/],
    [snippet.replace("/widget/", "/assets/"), /^failed script address: src requests \/assets\/parley.js/],
    [
      snippet.replace("chat.example", "other.example"),
      /^warning script address: src points to https:\/\/other.example/,
    ],
    [`${snippet}${snippet}`, /^warning script tag: The page has 2 Parley tags/],
    [
      `<script async src="${publicUrl}/widget/parley.js"></script>${snippet}`,
      /^warning script tag: The page has 2 Parley tags/,
    ],
    [`${snippet}${snippet.replace(tenantId, "other")}`, /^warning script tag: .*of another tenant \(other\)/],
    [
      `<script type="rocketlazyloadscript" data-rocket-src="${publicUrl}/widget/parley.js" data-tenant="${tenantId}"></script>`,
      /^warning script tag: An optimiser/,
    ],
    [snippet.replace("async", 'type="3f-text/javascript"'), /^warning script tag: An optimiser/],
    [
      `${snippet}<script src="/cdn-cgi/scripts/7d0fa10a/cloudflare-static/rocket-loader.min.js" defer></script>`,
      /^warning script tag: An optimiser/,
    ],
    [
      '<script src="https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234"></script>',
      /^warning script tag: .*Google Tag Manager.*may add it later/,
    ],
  ])("%s is not, and it is said why", (html, said) => {
    expect(judge(html)).toMatch(said);
  });

  it("that a tag manager adds is known by the chats that were opened", () => {
    const html = '<script src="https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234"></script>';
    expect(judge(html, "The last chat was opened 2 hours ago.")).toMatch(
      /^ok .*Google Tag Manager adds it later.*2 hours ago/,
    );
  });

  it("is found in time on a page that was made to take long", () => {
    const startedAt = performance.now();
    for (const hostile of ["<script ", "<a ", '<a b="', "<!--", "<script>", "< ", "<a b=c ", "<noscript>"])
      read(hostile.repeat(200_000));
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

describe("the origin of a page", () => {
  it.each([
    [["https://shop.example"], "https://shop.example/x", /^ok https:\/\/shop.example is allowed\.$/],
    [["https://*.shop.example"], "https://eu.shop.example/", /^ok .*allowed by https:\/\/\*\.shop\.example/],
    [
      ["https://shop.example"],
      "https://www.shop.example/",
      /^failed .*with www\. and the one without are different domains/,
    ],
    [["https://*.shop.example"], "https://shop.example/", /^failed .*allows subdomains of/],
    [["https://shop.example:8443"], "https://shop.example/", /^failed .*has a different port/],
    [["http://localhost:3000"], "http://localhost:4000/", /^failed .*http:\/\/localhost:3000 has a different port/],
    [["https://shop.example"], "http://shop.example/", /^failed The page uses plain HTTP/],
    [[], "https://shop.example/", /^failed .*there are none yet/],
  ])("with %s allowed, %s", (domains, url, said) => {
    const { status, detail } = judgeOrigin(new URL(url), domains, tenantId);
    expect(`${status} ${detail}`).toMatch(said);
  });
});
