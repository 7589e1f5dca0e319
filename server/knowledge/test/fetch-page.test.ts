import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { type FetchOptions, fetchIfChanged, fetchPage } from "../../core/fetch/fetch-page.ts";
import { publicNetwork } from "../../core/fetch/guarded-lookup.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { startWebSite, testNetwork, type WebSite } from "../../test/support/web-site.ts";

let site: WebSite;
afterEach(() => site.close());

const options = (network = testNetwork(), limits: FetchOptions["limits"] = {}): FetchOptions => ({
  network,
  limits: { ports: [site.port], ...limits },
});
const refusedPage = (message: RegExp, code = "unprocessable_document") =>
  expect.objectContaining({ code, message: expect.stringMatching(message) });

describe("a page", () => {
  it("comes with its type, its charset and its address after redirects", async () => {
    site = await startWebSite({
      "/old": (_, response) => response.writeHead(301, { location: "/new#part" }).end(),
      "/new": (_, response) => response.writeHead(200, { "content-type": "Text/HTML; charset=EUC-KR" }).end("hello"),
    });
    expect(await fetchPage(site.url("/old"), options())).toMatchObject({
      url: site.url("/new"),
      bytes: new Uint8Array(Buffer.from("hello")),
      contentType: "text/html",
      charset: "euc-kr",
      declaredType: "Text/HTML; charset=EUC-KR",
      etag: null,
      lastModified: null,
    });
  });

  it("is not sent again while it is what it was, and its address is the one that said so", async () => {
    const since = "Mon, 23 Nov 2026 10:00:00 GMT";
    site = await startWebSite({
      "/moved": (_, response) => response.writeHead(302, { location: "/page" }).end(),
      "/page": ({ headers }, response) =>
        headers["if-none-match"] === '"v1"' && headers["if-modified-since"] === since
          ? response.writeHead(304).end()
          : response.writeHead(200, { etag: '"v1"', "last-modified": since }).end("text"),
      "/odd": (_, response) => response.writeHead(304).end(),
    });
    const page = await fetchPage(site.url("/moved"), options());
    expect(page).toMatchObject({ etag: '"v1"', lastModified: since, url: site.url("/page") });
    expect(await fetchIfChanged(site.url("/moved"), page, options())).toBeNull();
    expect(site.requests.map(({ url, headers }) => [url, headers["if-none-match"]])).toEqual([
      ["/moved", undefined],
      ["/page", undefined],
      ["/moved", undefined],
      ["/page", '"v1"'],
    ]);
    const elsewhere = { ...page, url: site.url("/other") };
    expect(await fetchIfChanged(site.url("/page"), elsewhere, options())).toMatchObject({ etag: '"v1"' });
    await expect(fetchPage(site.url("/odd"), options())).rejects.toMatchObject({
      message: expect.stringContaining("304"),
    });
  });

  it.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ] as const)("is unpacked when it comes packed with %s", async (encoding, pack) => {
    site = await startWebSite({
      "/": (_, response) => response.writeHead(200, { "content-encoding": encoding }).end(pack("packed text")),
    });
    expect(Buffer.from((await fetchPage(site.url("/"), options())).bytes).toString()).toBe("packed text");
  });

  it("is asked for without credentials or a referrer, and with a cookie only where a redirect on the way set it", async () => {
    site = await startWebSite({
      "/": (_, response) =>
        response.writeHead(302, { location: "/b", "set-cookie": ["a=1; Path=/", "b=2; Path=/c"] }).end(),
      "/b": (_, response) => response.writeHead(302, { location: site.url("/d", "other-site.test") }).end(),
      "/d": "text",
    });
    await fetchPage(site.url("/"), options());
    await fetchPage(site.url("/d"), options());
    expect(site.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, "a=1", undefined, undefined]);
    for (const { headers } of site.requests) delete headers.cookie;
    const names = site.requests.flatMap(({ headers }) => Object.keys(headers));
    expect([...new Set(names)].sort()).toEqual(["accept", "accept-encoding", "connection", "host", "user-agent"]);
  });

  it("ends with a plain reason when the server refuses it, and may be tried again when the server is in trouble", async () => {
    site = await startWebSite({ "/busy": (_, response) => response.writeHead(503).end() });
    await expect(fetchPage(site.url("/none"), options())).rejects.toEqual(refusedPage(/status 404/));
    await expect(fetchPage(site.url("/busy"), options())).rejects.toEqual(refusedPage(/status 503/, "unavailable"));
  });
});

describe("a page that is shown after something else", () => {
  it("is reached past a wall that sets a cookie and asks again", async () => {
    site = await startWebSite({
      "/": ({ headers }, response) =>
        headers.cookie === "seen=1"
          ? response.end("text")
          : response.writeHead(302, { location: "/", "set-cookie": "seen=1; Path=/; HttpOnly" }).end(),
    });
    expect(Buffer.from((await fetchPage(site.url("/"), options())).bytes).toString()).toBe("text");
  });

  it("is followed when the page sends its readers on at once, but not when it only loads itself again", async () => {
    const refresh = (content: string, text = "") =>
      `<!doctype html><title>x</title><meta http-equiv="Refresh" content="${content}"><body>${text}</body>`;
    site = await startWebSite({
      "/0": refresh("0; URL='/new'"),
      "/5": refresh("5;/new", "You will be redirected."),
      "/self": refresh("30; url=/self", "text"),
      "/later": refresh("60; url=/new", "text"),
      "/noscript": '<noscript><meta http-equiv="refresh" content="0; url=/new"></noscript>text',
      "/loop": refresh("0; url=/loop2"),
      "/loop2": refresh("0; url=/loop"),
      "/out": refresh("0; url=http://10.0.0.1/"),
      "/new": "the page",
    });
    const reached = async (path: string) => new URL((await fetchPage(site.url(path), options())).url).pathname;
    expect(await Promise.all(["/0", "/5", "/self", "/later", "/noscript"].map(reached))).toEqual([
      "/new",
      "/new",
      "/self",
      "/later",
      "/noscript",
    ]);
    await expect(fetchPage(site.url("/loop"), options())).rejects.toEqual(refusedPage(/more than 5 times/));
    await expect(fetchPage(site.url("/out"), options())).rejects.toEqual(refusedPage(/not allowed/));
  });

  it("is asked for again when the server says when, and given up when that is too late", async () => {
    let tries = 0;
    const answers: string[] = ["1", new Date(Date.now() + 1_000).toUTCString(), ""];
    site = await startWebSite({
      "/": (_, response) => {
        const after = answers[tries];
        tries += 1;
        if (after) response.writeHead(429, { "retry-after": after }).end();
        else response.end("text");
      },
      "/tomorrow": (_, response) => response.writeHead(429, { "retry-after": "86400" }).end(),
      "/never": (_, response) => response.writeHead(429, { "retry-after": "0" }).end(),
    });
    const waits: number[] = [];
    const onWait = (ms: number) => waits.push(ms);
    expect(Buffer.from((await fetchPage(site.url("/"), { ...options(), onWait })).bytes).toString()).toBe("text");
    expect(waits).toEqual([1_000, expect.any(Number)]);
    await expect(fetchPage(site.url("/tomorrow"), options())).rejects.toEqual(refusedPage(/status 429/, "unavailable"));
    await expect(fetchPage(site.url("/never"), options())).rejects.toEqual(refusedPage(/status 429/, "unavailable"));
    expect(site.asked.filter((path) => path === "/never")).toHaveLength(4);
  });
});

describe("a host", () => {
  it.each([
    ["localhost", ["127.0.0.1"]],
    ["inner.test", ["10.0.0.5"]],
    ["both.test", ["93.184.216.34", "10.0.0.5"]],
    ["mapped.test", ["::ffff:127.0.0.1"]],
    ["translated.test", ["64:ff9b::7f00:1"]],
    ["metadata.test", ["169.254.169.254"]],
    ["empty.test", []],
  ])("named %s that leads to %s is refused and never connected", async (host, addresses) => {
    site = await startWebSite({ "/": "secret" });
    const network = { ...publicNetwork, resolve: testNetwork({ [host]: addresses }).resolve };
    await expect(fetchPage(site.url("/", host), options(network as never))).rejects.toEqual(
      refusedPage(/public website/),
    );
    expect(site.asked).toEqual([]);
  });

  it("is refused by the system's own resolver too when it leads here", async () => {
    site = await startWebSite({ "/": "secret" });
    await expect(fetchPage(site.url("/", "localhost"), options(publicNetwork as never))).rejects.toEqual(
      refusedPage(/public website/),
    );
    expect(site.asked).toEqual([]);
  });

  it("gives the same answer whether it does not exist or is private", async () => {
    site = await startWebSite({});
    const network = testNetwork({ "inner.test": ["10.0.0.5"] });
    const messages = await Promise.all(
      ["nowhere.test", "inner.test"].map((host) =>
        fetchPage(site.url("/", host), options(network)).catch((error: Error) => error.message),
      ),
    );
    expect(messages[0]).toBe(messages[1]);
  });

  it("that changes its address between look-ups is connected only at the address that was checked", async () => {
    const answers = [["127.0.0.1"], ["127.0.0.2"], ["10.0.0.1"]];
    site = await startWebSite({
      "/": "first",
      "/again": (_, response) => response.writeHead(302, { location: "/" }).end(),
    });
    const network = testNetwork({ "rebind.test": () => answers.shift() ?? ["10.0.0.1"] });
    expect(Buffer.from((await fetchPage(site.url("/", "rebind.test"), options(network))).bytes).toString()).toBe(
      "first",
    );
    expect(network.lookups).toEqual(["rebind.test"]);
    answers.unshift(["127.0.0.1"]);
    await expect(fetchPage(site.url("/again", "rebind.test"), options(network))).rejects.toEqual(refusedPage(/public/));
    expect(site.asked).toEqual(["/", "/again"]);
  });
});

describe("a redirect", () => {
  it.each([
    "http://127.0.0.2/",
    "http://10.0.0.1/",
    "http://[::1]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://2130706433/",
    "http://user:secret@site.test/",
    "http://site.test:6379/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "http://",
    "",
  ])("to %s is refused", async (location) => {
    site = await startWebSite({ "/": (_, response) => response.writeHead(302, { location }).end() });
    const limits = { redirects: 2 };
    await expect(fetchPage(site.url("/"), options(testNetwork(), limits))).rejects.toEqual(refusedPage(/redirects/));
  });

  it("to a name that leads to a private address is refused", async () => {
    site = await startWebSite({
      "/": (_, response) => response.writeHead(302, { location: site.url("/secret", "inner.test") }).end(),
      "/secret": "secret",
    });
    const network = testNetwork({ "inner.test": ["10.0.0.1"] });
    await expect(fetchPage(site.url("/"), options(network))).rejects.toEqual(refusedPage(/public website/));
    expect(site.asked).toEqual(["/"]);
  });

  it("after the fifth is one too many", async () => {
    site = await startWebSite({
      "/": (_, response) => response.writeHead(302, { location: "/" }).end("x".repeat(100_000)),
    });
    await expect(fetchPage(site.url("/"), options())).rejects.toEqual(refusedPage(/more than 5 times/));
    expect(site.asked).toHaveLength(6);
  });
});

describe("a hostile server", () => {
  const forever = (response: {
    write(text: string): boolean;
    on(event: "drain" | "close", listener: () => void): void;
  }) => {
    let isOpen = true;
    const write = () => {
      while (isOpen && response.write("x".repeat(16_384)));
    };
    response.on("drain", write);
    response.on("close", () => {
      isOpen = false;
    });
    write();
  };

  it("that sends without end is cut off at the limit", async () => {
    site = await startWebSite({ "/": (_, response) => forever(response.writeHead(200)) });
    await expect(fetchPage(site.url("/"), options(testNetwork(), { bytes: 1024 * 1024 }))).rejects.toEqual(
      refusedPage(/larger than 1 MB/),
    );
    await waitFor(() => site.requests[0]?.socket.destroyed, { what: "the connection to be closed" });
  });

  it("that says it sends too much is not even listened to", async () => {
    site = await startWebSite({
      "/": (_, response) => response.writeHead(200, { "content-length": 1e9 }).flushHeaders(),
    });
    await expect(fetchPage(site.url("/"), options())).rejects.toEqual(refusedPage(/larger than 20 MB/));
  });

  it.each([
    ["gzip", () => gzipSync(Buffer.alloc(200 * 1024 * 1024))],
    ["br", () => brotliCompressSync(Buffer.alloc(64 * 1024 * 1024))],
  ])("that packs a bomb with %s does not fill the memory", async (encoding, pack) => {
    const bomb = pack();
    site = await startWebSite({
      "/": (_, response) => response.writeHead(200, { "content-encoding": encoding }).end(bomb),
    });
    const before = process.memoryUsage.rss();
    await expect(fetchPage(site.url("/"), options())).rejects.toEqual(refusedPage(/larger than 20 MB/));
    expect(process.memoryUsage.rss() - before).toBeLessThan(120 * 1024 * 1024);
  });

  it("that packs with something unknown, or breaks the packing, gets a plain refusal", async () => {
    site = await startWebSite({
      "/unknown": (_, response) => response.writeHead(200, { "content-encoding": "gzip, gzip" }).end("x"),
      "/broken": (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("no gzip at all"),
    });
    await expect(fetchPage(site.url("/unknown"), options())).rejects.toEqual(refusedPage(/unsupported compression/));
    await expect(fetchPage(site.url("/broken"), options())).rejects.toEqual(
      refusedPage(/cannot be reached/, "unavailable"),
    );
  });

  it.each(["before the head", "in the head", "in the body"])("that drips %s is given up in time", async (place) => {
    site = await startWebSite({
      "/": (request, response) => {
        if (place === "before the head") return;
        const timer = setInterval(() => {
          if (place === "in the body") response.write(".");
          else request.socket.write("X-Drip: 1\r\n");
        }, 50);
        response.on("close", () => clearInterval(timer));
        if (place === "in the body") response.writeHead(200);
        else request.socket.write("HTTP/1.1 200 OK\r\n");
      },
    });
    const startedAt = performance.now();
    await expect(fetchPage(site.url("/"), options(testNetwork(), { totalMs: 400 }))).rejects.toEqual(
      refusedPage(/longer than/, "unavailable"),
    );
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it("whose name is never resolved is given up in time", async () => {
    site = await startWebSite({});
    const network = { ...testNetwork(), resolve: () => new Promise<never>(() => undefined) };
    await expect(fetchPage(site.url("/"), { network, limits: { ports: [site.port], totalMs: 300 } })).rejects.toEqual(
      refusedPage(/longer than/, "unavailable"),
    );
  });

  it("that speaks no HTTP gets a plain refusal", async () => {
    site = await startWebSite({ "/": (request) => request.socket.end("SSH-2.0-OpenSSH_9.6\r\n") });
    await expect(fetchPage(site.url("/"), options())).rejects.toEqual(refusedPage(/cannot be reached/, "unavailable"));
  });
});
