import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { type CrawledPage, type CrawlOptions, crawlSitemap } from "../../core/fetch/crawl-sitemap.ts";
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
    expect(site.asked).toEqual(["/robots.txt", "/sitemap.xml", "/a", "/b", "/e?x=1&y=2"]);
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

describe("a sitemap", () => {
  it("that is none, or a bomb, ends with a plain reason", async () => {
    site = await startWebSite({
      "/sitemap.xml": "<html>Not found</html>",
      "/bomb.xml.gz": lazily(() => gzipSync(Buffer.alloc(60 * 1024 * 1024, " "))),
    });
    await expect(crawl(site.url("/"))).rejects.toMatchObject({ message: "This is not a sitemap." });
    await expect(crawl(site.url("/bomb.xml.gz"))).rejects.toMatchObject({ message: /too large/ });
  });
});
