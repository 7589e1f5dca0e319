import { z } from "zod";
import { settingsGroups } from "../../../admin/src/settings/settings-pages.ts";
import { pages } from "../../../admin/src/shell/palette-places.ts";
import { launchBrowser } from "../../../ui/test/browser.ts";

/**
 * `PARLEY_PASSWORD=... node --import ./scripts/setup/load-typescript.mjs lab/bench/console/page-times.mjs URL E-MAIL [rounds]`: opens every
 * page of the console of a running Parley, from a cold cache and in a warm one, and prints how long it takes until it can be used, and how
 * much its layout shifts. Reference of the same run: the sign-in page, which loads the same first scripts and no data.
 */
const [url, email, rounds = "3"] = process.argv.slice(2);
const password = z.string().min(1, "set PARLEY_PASSWORD").parse(process.env.PARLEY_PASSWORD);
const paths = [
  "/console/inbox",
  ...pages.map(({ path }) => path),
  ...settingsGroups.flatMap((group) => group.pages.map(({ path }) => path)),
];

/** Adds up the shifts that the reader did not cause (web.dev/articles/cls). */
const countShifts = `
  globalThis.shift = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => { if (!entry.hadRecentInput) shift += entry.value; }))
    .observe({ type: "layout-shift", buffered: true });`;
/** A page can be used once it has a heading and shows no skeleton. Runs in the page, at each frame. @returns ms since the navigation. */
const usable = `new Promise((resolve) => {
  const look = () => document.querySelector("h1, .inbox-head, .list-head") && !document.querySelector(".skeleton, .gate[role=status]")
    ? resolve(performance.now()) : requestAnimationFrame(look);
  look();
})`;

const browser = await launchBrowser();
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

async function signIn(context) {
  const page = await context.newPage();
  await page.goto(`${url}/console/inbox`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("navigation").first().waitFor();
  await page.close();
}

async function visit(context, path) {
  const page = await context.newPage();
  await page.addInitScript(countShifts);
  await page.goto(url + path, { waitUntil: "commit" });
  const ms = await page.evaluate(usable);
  // Late data moves the page, so the shifts are read later.
  await page.waitForTimeout(1_000);
  const shift = await page.evaluate("shift");
  await page.close();
  return { ms, shift };
}

const signedIn = await browser.newContext({ viewport: { width: 1440, height: 900 } });
await signIn(signedIn);
const state = await signedIn.storageState();
await signedIn.close();
const results = new Map(paths.map((path) => [path, { cold: [], warm: [], shift: 0 }]));
const reference = [];
for (let round = 0; round < Number(rounds); round += 1) {
  const anonymous = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  reference.push((await visit(anonymous, "/console/inbox")).ms);
  await anonymous.close();
  for (const [path, result] of results) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, storageState: state });
    for (const kind of ["cold", "warm"]) {
      const { ms, shift } = await visit(context, path);
      result[kind].push(ms);
      result.shift = Math.max(result.shift, shift);
    }
    await context.close();
  }
}
await browser.close();
console.log(`sign-in page, cold: ${Math.round(median(reference))} ms\n`);
console.log("| page | cold, ms | warm, ms | layout shift |\n| --- | --- | --- | --- |");
for (const [path, { cold, warm, shift }] of results)
  console.log(`| ${path} | ${Math.round(median(cold))} | ${Math.round(median(warm))} | ${shift.toFixed(4)} |`);
