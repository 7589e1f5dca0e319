import { type Browser, chromium, type LaunchOptions } from "playwright-core";
import { findProgram } from "../../scripts/setup/programs.mjs";

/** No sandbox, because tests run as root in containers. No network requests except by the page under test. */
const launchArguments: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Starts the system's Chromium for page tests. Prefers its headless shell: the same engine without windows, which opens a page at a third
 * of the cost. @throws when neither is installed.
 */
export function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = options.executablePath ?? findProgram("chromium-headless-shell") ?? findProgram("chromium");
  if (!executablePath) throw new Error("Chromium is not installed");
  return chromium.launch({ ...options, executablePath, args: [...launchArguments, ...(options.args ?? [])] });
}
