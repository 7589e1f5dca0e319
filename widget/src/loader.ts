import { createFunction, type ParleyFunction, queuedCalls } from "./loader/calls.ts";
import { readOptions } from "./loader/options.ts";
import { Widget } from "./loader/widget.ts";
import type { PanelModule } from "./panel-contract.ts";

/** File name of the built panel; put in by the build. */
declare const __PANEL_FILE__: string;

/** The one name this script adds to the page. */
interface ParleyWindow {
  Parley?: unknown;
}

/** When the browser has nothing to do within this time, the panel's code is fetched all the same. */
const warmUpAfterMs = 8_000;

function start(): void {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) return;
  const options = readOptions(script);
  if (!options) return;
  const panelUrl = new URL(__PANEL_FILE__, script.src).href;
  const importPanel = () => import(/* @vite-ignore */ panelUrl) as Promise<PanelModule>;
  whenBodyIsThere(() => {
    const page = window as ParleyWindow;
    // A second copy of the script tag adds no second launcher.
    if (typeof page.Parley === "function" && "push" in page.Parley) return;
    const widget = new Widget(options, importPanel);
    const queue = queuedCalls(page.Parley);
    const parley: ParleyFunction = createFunction(widget.run);
    page.Parley = parley;
    parley.push(...queue);
    whenIdle(() => void widget.warmUp());
  });
}

function whenBodyIsThere(work: () => void): void {
  if (document.body) work();
  else document.addEventListener("DOMContentLoaded", work, { once: true });
}

function whenIdle(work: () => void): void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  if ("requestIdleCallback" in window) window.requestIdleCallback(work, { timeout: warmUpAfterMs });
  else setTimeout(work, warmUpAfterMs);
}

start();
