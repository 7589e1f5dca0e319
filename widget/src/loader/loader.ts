import type { PanelModule } from "../panel/contract.ts";
import { createFunction, queuedCalls } from "./calls.ts";
import { readOptions } from "./options.ts";
import { Widget } from "./widget.ts";

/** File name of the built panel; the build sets it. */
declare const __PANEL_FILE__: string;

/** The only name that this script adds to the page. */
interface ParleyWindow {
  /** The page's queue of calls, then the function with the tenant's id. */
  Parley?: { tenant?: string } | undefined;
}

function start(): void {
  const script = document.currentScript as HTMLScriptElement | null;
  // In a module there is no current script.
  const src = (script ?? document.querySelector<HTMLScriptElement>("[src*='parley.js']"))?.src;
  const explain = () => void import(/* @vite-ignore */ new URL("tag.js", src).href);
  const options = script && readOptions(script);
  if (!options) return explain();
  let fetched: Promise<PanelModule | undefined> | undefined;
  const importPanel = () => {
    // Called at each sign of a visitor, three times for one press. Each import costs time, so the promise is kept. A failed import is tried
    // again.
    fetched ??= import(/* @vite-ignore */ new URL(__PANEL_FILE__, src).href).catch(() => {
      fetched = undefined;
    }) as Promise<PanelModule | undefined>;
    return fetched;
  };
  const begin = () => {
    const page = window as ParleyWindow;
    // A second copy of the script tag adds no second launcher.
    if (page.Parley?.tenant) return explain();
    // An optimiser may have held the script back, unless the tag forbids it.
    if (document.readyState === "complete" && !script.dataset["cfasync"]) explain();
    const widget = new Widget(options, importPanel);
    const queue = queuedCalls(page.Parley);
    const parley = createFunction(widget.run, options.tenantId);
    page.Parley = parley;
    parley.push(...queue);
  };
  if (document.body) begin();
  else document.addEventListener("DOMContentLoaded", begin);
}

start();
