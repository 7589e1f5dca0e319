import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type ConsoleBench, faultsOf, openBench } from "./console-browser.ts";
import { freshMock } from "./fresh-mock.ts";

let bench: ConsoleBench;

beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
afterEach(() => bench.leave());
beforeEach(() => freshMock(bench.mock));

/** Chromium reaches no push service here: its subscription is replaced, and the rest is real. */
async function openProfile(subscription: string): Promise<{ page: Page; troubles: string[] }> {
  const opened = await bench.open("/console/inbox");
  await opened.page.context().grantPermissions(["notifications"], { origin: bench.mock.origin });
  await opened.page.addInitScript(`
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async () => { ${subscription} };`);
  await opened.page.goto(`${bench.mock.origin}/console/profile`);
  return opened;
}

const subscribed = `return { toJSON: () => ({ endpoint: "https://push.example/1", keys: { p256dh: "abc", auth: "def" } }) };`;

it("a person turns notifications on, tests them, and turns them off", async () => {
  const { page, troubles } = await openProfile(subscribed);
  await page.getByRole("button", { name: "Turn on notifications" }).click();
  await page.getByText("Notifications are on for this device").waitFor();
  const saved = {
    endpoint: "https://push.example/1",
    keys: { p256dh: "abc", auth: "def" },
    push_key: bench.mock.staff.push.key,
  };
  expect(bench.mock.staff.push.saved).toEqual([saved]);
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect.poll(() => bench.mock.staff.push.tested).toBe(1);
  expect(await faultsOf(page)).toEqual([]);
  // The server learns of the device again at the next start: the session may be a new one.
  await page.reload();
  await expect.poll(() => bench.mock.staff.push.saved).toEqual([saved, saved]);
  await page.getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("button", { name: "Turn on notifications" }).waitFor();
  expect(bench.mock.staff.push.saved).toEqual([]);
  expect(troubles).toEqual([]);
});

it("a browser without a push service is told of", async () => {
  const { page } = await openProfile(`throw new DOMException("push service not available", "AbortError");`);
  await page.getByRole("button", { name: "Turn on notifications" }).click();
  await page.getByText("Your browser's push service can't be reached.").waitFor();
  await page.getByRole("button", { name: "Turn on notifications" }).waitFor();
  expect(bench.mock.staff.push.saved).toEqual([]);
});

it("the service worker shows what the server sends, and opens only pages of the console", async () => {
  const { page, troubles } = await openProfile(subscribed);
  await page.getByRole("button", { name: "Turn on notifications" }).click();
  await page.getByText("Notifications are on for this device").waitFor();
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error("no service worker runs");
  await worker.evaluate(
    "self.shown = []; self.registration.showNotification = async (title, { body, tag, data }) => void shown.push([title, body, tag, data.path])",
  );
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    }),
  );
  await session.send("ServiceWorker.enable");
  const registrationId = await registered;
  const push = (data: string) =>
    session.send("ServiceWorker.deliverPushMessage", { origin: bench.mock.origin, registrationId, data });
  const message = { title: "A ticket needs a reply", body: "#7 Lamp", tag: "waiting-7", path: "/console/inbox/7" };
  await push(JSON.stringify(message));
  const shown = () => worker.evaluate<unknown[]>("self.shown");
  await expect.poll(shown).toEqual([Object.values(message)]);
  await push("no JSON");
  await expect.poll(shown).toEqual([Object.values(message), ["Parley", "", "parley", undefined]]);
  // A browser lets a page have the focus only after a real click on a notification.
  await worker.evaluate("WindowClient.prototype.focus = async () => undefined");
  await worker.evaluate("open('/console/library')");
  await page.waitForURL("**/console/library**");
  await worker.evaluate("open('https://elsewhere.example/')");
  await page.waitForURL("**/console/inbox**");
  expect(troubles).toEqual([]);
});

it("the console can be installed", async () => {
  const { page } = await bench.open("/console/inbox");
  const session = await page.context().newCDPSession(page);
  const { url, errors, data } = await session.send("Page.getAppManifest");
  expect(url).toBe(`${bench.mock.origin}/console/manifest.webmanifest`);
  expect(errors).toEqual([]);
  const { icons } = JSON.parse(data ?? "{}") as { icons: { src: string; type: string }[] };
  for (const { src, type } of icons) {
    const response = await page.request.get(bench.mock.origin + src);
    expect([src, response.status(), response.headers()["content-type"]]).toEqual([src, 200, type]);
  }
});
