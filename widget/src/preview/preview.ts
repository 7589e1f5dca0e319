import type { PreviewMessage, PreviewReady } from "../../../protocol/widget-preview.ts";
import { entryName } from "../client/storage.ts";
import { PreviewServer } from "./preview-server.ts";
import { sampleQuestion } from "./sample-turn.ts";

/** Tenant id in the page's script tag; no tenant has this id. */
const previewTenant = "00000000-0000-7000-8000-000000000000";

interface PreviewWindow {
  Parley?: { push(...calls: unknown[]): void };
}

/**
 * Shows the real widget with unsaved settings. The widget's requests are answered here, with the data from the console. Nothing leaves the
 * page, and nothing is kept.
 */
function start(): void {
  // The viewer has chosen the language; the widget uses the language of its page.
  const language = new URLSearchParams(location.search).get("lang") ?? "";
  if (/^[a-z]{2}$/.test(language)) document.documentElement.lang = language;
  for (const storage of [localStorage, sessionStorage]) storage.removeItem(entryName(previewTenant));
  const server = new PreviewServer();
  const fetchReally = window.fetch;
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    return (await server.answer(request)) ?? fetchReally(input, init);
  };
  keepFocus();
  let isShown = false;
  addEventListener("message", ({ source, origin, data }: MessageEvent<PreviewMessage>) => {
    if (source !== parent || origin !== location.origin || data?.type !== "parley-preview") return;
    // Start again, as for a new visitor.
    if (isShown) return location.reload();
    isShown = true;
    server.open(data);
    const page = window as PreviewWindow;
    page.Parley ??= [];
    page.Parley.push(data.scene === "home" ? ["open"] : ["open", { question: sampleQuestion(data.scene) }]);
  });
  parent.postMessage({ type: "parley-preview-ready" } satisfies PreviewReady, location.origin);
}

/**
 * A person who edits the settings beside the preview continues to type: the chat takes the focus only after a press of a pointer or key
 * inside it.
 */
function keepFocus(): void {
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = () => {};
  const give = () => {
    HTMLElement.prototype.focus = focus;
  };
  for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, give, { capture: true, once: true });
}

start();
