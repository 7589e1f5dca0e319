import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { type CrawledPage, type CrawlOptions, crawlSitemap } from "../../core/fetch/crawl-sitemap.ts";
import { missingName } from "../../core/fetch/page-problem.ts";
import { startWebSite, testNetwork, type WebSite } from "../../test/support/web-site.ts";

let site: WebSite;
afterEach(() => site.close());

const options = (crawl: CrawlOptions["crawl"] = {}): CrawlOptions => ({
  network: testNetwork(),
  limits: { ports: [site.port] },
  crawl: { delayMs: 1, ...crawl },
});
const urlset = (paths: string[]) => `<?xml version="1.0"?><urlset xmlns="x">${paths.map(place).join("")}</urlset>`;
const index = (paths: string[]) => `<sitemapindex xmlns="x">${paths.map(place).join("")}</sitemapindex>`;
const place = (path: string) => `<url>\n <loc> ${path.startsWith("http") ? path : site.url(path)} </loc>\n</url>`;
const lazily = (text: () => string | Buffer) => (_: unknown, response: { end(text: string | Buffer): unknown }) =>
  response.end(text());

async function crawl(address: string, crawlOptions = options()): Promise<string[]> {
  const found: string[] = [];
  for await (const page of crawlSitemap(address, crawlOptions)) found.push(describePage(page));
  return found;
}

function describePage(page: CrawledPage): string {
  const path = new URL(page.url).pathname;
  if (page.type === "page") return `${path}: ${Buffer.from(page.page.bytes).toString()}`;
  return `${path}: ${page.type === "skipped" ? page.reason : page.error.message}`;
}

describe("a site's pages", () => {
  it("come in the order of its sitemap, each once, without those of other hosts", async () => {
    site = await startWebSite({
      "/sitemap.xml": lazily(() =>
        urlset(["/a", "/b", "/a#part", "https://other.test/c", "ftp://site.test/d", "/e?x=1&amp;y=2"]),
      ),
      "/a": "A",
      "/b": "B",
      "/e?x=1&y=2": "E",
    });
    expect(await crawl(site.url("/sitemap.xml"))).toEqual(["/a: A", "/b: B", "/e: E"]);
    const asked = site.asked.filter((path) => !path.startsWith(`/${missingName}`));
    expect(asked).toEqual(["/robots.txt", "/sitemap.xml", "/a", "/b", "/e?x=1&y=2"]);
    expect(site.asked.length - asked.length).toBe(1);
  });

  it("are found from the site's address by robots.txt, through lists of sitemaps and packed ones", async () => {
    site = await startWebSite({
      "/robots.txt": lazily(() => `Sitemap: ${site.url("/maps.xml")}\nSitemap: https://other.test/s.xml`),
      "/maps.xml": lazily(() => index(["/one.xml", "/two.xml.gz", "/maps.xml", "/gone.xml"])),
      "/one.xml": lazily(() => urlset(["/a"])),
      "/two.xml.gz": lazily(() => gzipSync(urlset(["/b"]))),
      "/a": "A",
      "/b": "B",
    });
    expect(await crawl(site.url("/"))).toEqual(["/a: A", "/b: B"]);
  });

  it("are left alone where robots.txt says so", async () => {
    site = await startWebSite({
      "/robots.txt": (_, response) =>
        response.end("User-agent: *\nDisallow: /private\nAllow: /private/open\nDisallow: /*.pdf$\n"),
      "/sitemap.xml": lazily(() => urlset(["/private/a", "/private/open", "/x.pdf", "/b"])),
      "/private/open": "open",
      "/b": "B",
    });
    const reason = "The site's robots.txt blocks crawlers.";
    expect(await crawl(site.url("/"))).toEqual([
      `/private/a: ${reason}`,
      "/private/open: open",
      `/x.pdf: ${reason}`,
      "/b: B",
    ]);
    expect(site.asked).not.toContain("/private/a");
  });

  it("are not fetched at all when robots.txt cannot be had", async () => {
    site = await startWebSite({
      "/robots.txt": (_, response) => response.writeHead(500).end(),
      "/sitemap.xml": lazily(() => urlset(["/a"])),
    });
    await expect(crawl(site.url("/"))).rejects.toMatchObject({ code: "unavailable" });
    expect(site.asked).toEqual(["/robots.txt"]);
  });

  it("end at the limit, and one that fails does not end the others", async () => {
    site = await startWebSite({
      "/sitemap.xml": lazily(() => urlset(["/a", "/none", "/away", "/b", "/c"])),
      "/a": "A",
      "/away": (_, response) => response.writeHead(302, { location: site.url("/a", "other-site.test") }).end(),
      "/b": "B",
    });
    expect(await crawl(site.url("/"), options({ pages: 4 }))).toEqual([
      "/a: A",
      "/none: The server answered with status 404.",
      "/away: The page redirects to another host.",
      "/b: B",
    ]);
  });

  it("are asked for a few at a time, and no more once nobody listens", async () => {
    let open = 0;
    let most = 0;
    const pages = Object.fromEntries(
      Array.from({ length: 12 }, (_, number) => [
        `/${number}`,
        (_request: unknown, response: { end(text: string): unknown }) => {
          open += 1;
          most = Math.max(most, open);
          setTimeout(() => {
            open -= 1;
            response.end("page");
          }, 30);
        },
      ]),
    );
    site = await startWebSite({ ...pages, "/sitemap.xml": lazily(() => urlset(Object.keys(pages))) });
    for await (const page of crawlSitemap(site.url("/"), options({ concurrency: 2 }))) {
      if (page.url.endsWith("/4")) break;
    }
    expect(most).toBeLessThanOrEqual(3);
    expect(site.asked.length).toBeLessThan(11);
  });

  it("do not lead to private hosts", async () => {
    site = await startWebSite({
      "/sitemap.xml": lazily(() => index([`http://127.0.0.2:${site.port}/s.xml`, "http://10.0.0.1/s.xml"])),
    });
    await expect(crawl(site.url("/sitemap.xml"))).resolves.toEqual([]);
  });
});

const html = (title: string, text: string, head = "") =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`;

describe("one page under several addresses", () => {
  it("is fetched once where the addresses show it, and taken once where redirects or the page itself show it", async () => {
    const returns = () => html("Returns", "Thirty days.", `<link rel="canonical" href="${site.url("/returns/")}">`);
    site = await startWebSite({
      "/sitemap.xml": lazily(() =>
        urlset([
          "/returns/",
          "/returns",
          site.url("/returns/index.html", "www.site.test"),
          "/returns/?utm_source=mail&amp;fbclid=1",
          "/returns?print=1",
          "/old",
          "/moved",
          "/caf%C3%A9",
          "/café",
          "/search?q=tent&#38;page=2",
        ]),
      ),
      "/returns/": lazily(returns),
      "/returns?print=1": lazily(returns),
      "/old": (_, response) => response.writeHead(301, { location: "/returns/" }).end(),
      "/moved": '<meta http-equiv="refresh" content="0;url=/returns/"><title>Redirecting…</title>',
      "/caf%C3%A9": html("Café", "Open daily."),
      "/search?q=tent&page=2": html("Tents", "Page two."),
    });
    const same = `This is the same page as ${site.url("/returns/")}`;
    const found = (await crawl(site.url("/"))).map((line) => line.replace(/: <[\s\S]*/, ": page"));
    expect(found).toEqual([
      "/returns/: page",
      `/returns: ${same}`,
      `/old: ${same}`,
      `/moved: ${same}`,
      "/caf%C3%A9: page",
      "/search: page",
    ]);
  });

  it("are several pages when each of them names the home page as its own", async () => {
    const head = () => `<link rel="canonical" href="${site.url("/")}">`;
    site = await startWebSite({
      "/sitemap.xml": lazily(() => urlset(["/", "/a", "/b"])),
      "/": lazily(() => html("Home", "Welcome.", head())),
      "/a": lazily(() => html("A", "First.", head())),
      "/b": lazily(() => html("B", "Second.", head())),
    });
    expect((await crawl(site.url("/"))).filter((line) => line.includes("<main>"))).toHaveLength(3);
  });
});

describe("a page that is no document", () => {
  it.each([
    ["an error page with its status", html("Page not found", "Sorry, we could not find this page."), /error page/],
    ["an error page in another language", html("Seite fehlt", "Diese Seite gibt es nicht."), /error page/],
    [
      "an error page that reports its status",
      `<meta name="prerender-status-code" content="404"><p>Hm.</p>`,
      /error page/,
    ],
    ["a form to sign in", '<title>Hi</title><h1>Welcome</h1><form><input type="password"></form>', /sign in/],
    [
      "a consent dialog",
      `<div id="onetrust-consent-sdk"><p>${"We use cookies. ".repeat(40)}</p></div>`,
      /cookie notice/,
    ],
    ["a consent dialog of another make", '<div class="cookie-banner"><p>We value you.</p></div>', /cookie notice/],
    ["an empty page for scripts", '<div id="root"></div><script src="/app.js"></script>', /scripts/i],
    [
      "a page that waits for scripts",
      '<noscript>You need JavaScript to run this app.</noscript><div id="app">Loading, please wait a moment</div><script src="/a.js"></script>',
      /scripts/i,
    ],
    ["a page that asks not to be indexed", html("Draft", "Soon.", '<meta name="robots" content="noindex">'), /noindex/],
  ])("is %s, and is reported", async (_, page, reason) => {
    site = await startWebSite({
      "/sitemap.xml": lazily(() => urlset(["/page"])),
      "/page": page,
    });
    const missing = html("Seite fehlt", "Diese Seite gibt es nicht.");
    site.answerMissing = missing;
    expect(await crawl(site.url("/"))).toEqual([expect.stringMatching(reason)]);
  });

  it.each([
    ["about an error", html("What to do when a page is not found or shows error 404?", "Empty the cache.")],
    ["about cookies", html("Cookies", '<div class="cookie-policy">We set two cookies.</div>')],
    ["shown below a dialog", `<div class="cookie-banner">We use cookies.</div>${html("Hours", "We open at nine.")}`],
    [
      "inside of a dialog's frame",
      `<div class="cookie-consent-wrapper cookie-bar">${html("Hours", "We open at nine.")}</div>`,
    ],
    ["short, with a script that counts visits", `${html("Hours", "At nine.")}<script src="/count.js"></script>`],
    [
      "with a small form to sign in",
      `${html("Orders", "Sign in to see your orders. ".repeat(20))}<input type="password">`,
    ],
  ])("is not a page %s", async (_, page) => {
    site = await startWebSite({ "/sitemap.xml": lazily(() => urlset(["/page"])), "/page": page });
    expect(await crawl(site.url("/"))).toEqual([`/page: ${page}`]);
  });
});

describe("a sitemap", () => {
  const page = { "/a": "A", "/b": "B" };
  const locs = (prefix: string) =>
    `<${prefix}:url><${prefix}:loc>/a</${prefix}:loc></${prefix}:url><${prefix}:url><${prefix}:loc>/b</${prefix}:loc></${prefix}:url>`;

  it.each([
    ["/map.php?kind=pages", () => urlset(["/a", "/b"])],
    ["/sitemap.txt", () => `\ufeff${site.url("/a")}\r\n${site.url("/b")}\r\n`],
    ["/prefix.xml", () => `<?xml version="1.0"?><s:urlset xmlns:s="x">${locs("s")}</s:urlset>`],
    [
      "/wide.xml",
      () => Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${urlset(["/a", "/b"]).slice(21)}`, "utf16le"),
    ],
    [
      "/feed.rss",
      () => `<rss><channel><link>/</link><item><link>/a</link></item><item><link>/b</link></item></channel></rss>`,
    ],
    [
      "/feed.atom",
      () => `<feed><entry><link rel="self" href="/x"/><link href="/a"/></entry><entry><link href="/b"/></entry></feed>`,
    ],
    [
      "/more.xml",
      () =>
        `<urlset xmlns:i="x" xmlns:xhtml="y"><!-- <url><loc>/no</loc></url> --><url><loc><![CDATA[/a]]></loc><xhtml:link rel="alternate" href="/x"/><i:image><i:loc>/x.png</i:loc></i:image></url><url><loc>/b</loc></url></urlset>`,
    ],
    ["/help/", () => "<html><h1>Help</h1></html>"],
  ])("at %s is read", async (address, text) => {
    site = await startWebSite({
      ...page,
      "/robots.txt": lazily(() => "\ufeffUser-agent: *\nSitemap: /other.xml\n"),
      "/other.xml": lazily(() => (address === "/help/" ? urlset(["/a", "/b"]) : urlset([]))),
      [address]: lazily(text),
    });
    expect(await crawl(site.url(address))).toEqual(["/a: A", "/b: B"]);
  });

  it("that is none, or a bomb, ends with a plain reason", async () => {
    site = await startWebSite({
      "/sitemap.xml": "<html>Not found</html>",
      "/bomb.xml.gz": lazily(() => gzipSync(Buffer.alloc(60 * 1024 * 1024, " "))),
    });
    await expect(crawl(site.url("/"))).rejects.toMatchObject({ message: "This is not a sitemap." });
    await expect(crawl(site.url("/bomb.xml.gz"))).rejects.toMatchObject({ message: /too large/ });
  });
});
