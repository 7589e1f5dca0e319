import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { chromiumUnavailable, openChromium } from "./chromium.ts";
import { findFreePort } from "./free-port.ts";

test("Chromium opens a page of a local server and runs its script", async (context) => {
  const reason = chromiumUnavailable();
  if (reason) context.skip(reason);
  const port = await findFreePort();
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<p id=out></p><script>out.textContent = 'It is ' + (1 + 1)</script>");
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  const browser = await openChromium();
  try {
    const page = await browser.context.newPage();
    await page.goto(`http://127.0.0.1:${port}/`);
    expect(await page.textContent("#out")).toBe("It is 2");
  } finally {
    await browser.close();
    server.close();
  }
});
