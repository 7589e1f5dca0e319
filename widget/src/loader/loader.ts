import type { PanelModule } from "../panel/contract.ts";
import { createFunction, type ParleyFunction, queuedCalls } from "./calls.ts";
import { readOptions } from "./options.ts";
import { Widget } from "./widget.ts";

/** File name of the built panel; the build sets it. */
declare const __PANEL_FILE__: string;

/** The only name that this script adds to the page. */
interface ParleyWindow {
  Parley?: unknown;
}

function start(): void {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) return;
  const options = readOptions(script);
  if (!options) return;
  const { src } = script;
  let fetched: Promise<PanelModule> | undefined;
  const importPanel = () => {
    // Called at each sign of a visitor, three times for one press. Each import costs time, so the promise is kept. A failed import is tried
    // again.
    fetched ??= import(/* @vite-ignore */ new URL(__PANEL_FILE__, src).href).catch((error: unknown) => {
      fetched = undefined;
      throw error;
    }) as Promise<PanelModule>;
    return fetched;
  };
  whenBodyIsThere(() => {
    const page = window as ParleyWindow;
    // A second copy of the script tag adds no second launcher.
    if (typeof page.Parley === "function" && "push" in page.Parley) return;
    const widget = new Widget(options, importPanel);
    const queue = queuedCalls(page.Parley);
    const parley: ParleyFunction = createFunction(widget.run);
    page.Parley = parley;
    parley.push(...queue);
  });
}

function whenBodyIsThere(work: () => void): void {
  if (document.body) work();
  else document.addEventListener("DOMContentLoaded", work);
}

start();
