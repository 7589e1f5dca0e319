import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import { launchArguments } from "../../../screens/test/browser.ts";
import { findProgram } from "../../../scripts/setup/programs.mjs";

export interface ChromiumProfile {
  /** A browser with an empty profile of its own, so storage and cookies are those of one person. */
  context: BrowserContext;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Why no Chromium can be started here, or undefined when one can. */
export function chromiumUnavailable(): string | undefined {
  return findProgram("chromium") ? undefined : "Chromium is not installed (Debian: apt-get install chromium)";
}

/** Starts a headless Chromium of its own. */
export async function openChromium(options: BrowserContextOptions = {}): Promise<ChromiumProfile> {
  const executablePath = findProgram("chromium");
  if (!executablePath) throw new Error(chromiumUnavailable());
  const profile = await mkdtemp(join(tmpdir(), "parley-chromium-"));
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    executablePath,
    headless: true,
    args: [...launchArguments],
  });
  const close = async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { context, close, [Symbol.asyncDispose]: close };
}
