import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import { findProgram } from "../../../scripts/setup/programs.mjs";
import { launchBrowser } from "../../../ui/test/browser.ts";

export interface ChromiumProfile {
  /** A separate, empty profile, so storage and cookies belong to one person. */
  context: BrowserContext;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Why no Chromium can be started here, or undefined. */
export function chromiumUnavailable(): string | undefined {
  return findProgram("chromium") ? undefined : "Chromium is not installed (Debian: apt-get install chromium)";
}

/** One browser shared by all open profiles, because starting one costs as much as a dozen pages. */
let shared: { browser: Promise<Browser>; profiles: number } | undefined;

/** Opens a profile in a headless Chromium, which ends with its last profile. */
export async function openChromium(options: BrowserContextOptions = {}): Promise<ChromiumProfile> {
  shared ??= { browser: launchBrowser(), profiles: 0 };
  const own = shared;
  own.profiles += 1;
  let isOpen = true;
  const leave = async () => {
    if (!isOpen) return;
    isOpen = false;
    own.profiles -= 1;
    if (own.profiles > 0) return;
    if (shared === own) shared = undefined;
    await (await own.browser).close();
  };
  try {
    const context = await (await own.browser).newContext(options);
    const close = async () => {
      await context.close();
      await leave();
    };
    return { context, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await leave();
    throw error;
  }
}
