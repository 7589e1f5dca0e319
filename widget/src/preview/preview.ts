import type { PreviewMessage, PreviewReady } from "../../../protocol/widget-preview.ts";
import { entryName } from "../client/storage.ts";
import { PreviewServer } from "./preview-server.ts";
import { sampleQuestion } from "./sample-turn.ts";

/** As the page's script tag names it: no tenant has this id. */
const previewTenant = "00000000-0000-7000-8000-000000000000";

interface PreviewWindow {
  Parley?: { push(...calls: unknown[]): void };
}

/**
 * Shows the widget itself with settings that nobody has saved yet: what it asks the server is answered here, from what the console tells.
 * Nothing leaves the page, and nothing is kept.
 */
function start(): void {
  // Whoever looks has chosen it; the widget speaks the language of the page that it is on.
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
    // Begun anew, as visitors will find it.
    if (isShown) return location.reload();
    isShown = true;
    server.open(data);
    const page = window as PreviewWindow;
    page.Parley ??= [];
    page.Parley.push(data.scene === "home" ? ["open"] : ["open", { question: sampleQuestion(data.scene) }]);
  });
  parent.postMessage({ type: "parley-preview-ready" } satisfies PreviewReady, location.origin);
}

/** Whoever edits settings beside it goes on typing: the chat takes the keyboard only once it was pressed or gone to. */
function keepFocus(): void {
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = () => {};
  const give = () => {
    HTMLElement.prototype.focus = focus;
  };
  for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, give, { capture: true, once: true });
}

start();
