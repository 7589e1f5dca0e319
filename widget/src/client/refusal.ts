import { type Api, ApiError } from "./api.ts";

/** Timeout in ms, long enough for a slow connection. */
const limitMs = 5_000;
const localHosts = ["localhost", "127.0.0.1", "[::1]"];

/** Servers whose requests no longer use the page's own `fetch`. */
const exchanged = new WeakSet<Api>();

/**
 * Finds out why a chat could not start, and tells the page's developer in one line of the console. Undefined: the page's `fetch` may be the
 * reason; it was exchanged, so the start can be tried again.
 */
export async function explain(error: ApiError, api: Api, tenantId: string): Promise<ApiError | undefined> {
  if (navigator.onLine === false) return error;
  const own = cleanFetch();
  const isReplaced = own !== undefined && String(window.fetch) !== String(own());
  if (isReplaced && !exchanged.has(api) && !/rate_limited|origin_not_allowed|identity_required/.test(error.code)) {
    exchanged.add(api);
    api.fetch = (...call) => own()(...call);
    return undefined;
  }
  if (error.code !== "network") {
    // Other failures pass, and the visitor can try again.
    if (!error.isRetryable)
      warn(`the server refused the start of a chat (${error.status}, ${error.code}). ${hintOf(error)}`);
    return error;
  }
  if (await isReachable(api, own?.() ?? window.fetch)) {
    warn(originProblem(tenantId));
    return new ApiError("origin_not_allowed", 403);
  }
  const page = String(window.fetch).includes("[native code]")
    ? ""
    : " This page replaces window.fetch, which may be the reason.";
  warn(
    `no connection to ${new URL(api.base).origin}. Check src and the page's Content-Security-Policy (connect-src).${page}`,
  );
  return error;
}

function hintOf({ code }: ApiError): string {
  return code === "identity_required"
    ? "Only identified visitors may chat: call Parley('identify', token)."
    : "Check data-tenant.";
}

/**
 * The browser's own `fetch`, whatever the page made of it: that of an empty frame, which has the page's origin and policy. Undefined where a
 * page may not look into such a frame.
 */
function cleanFetch(): (() => typeof fetch) | undefined {
  const root = document.querySelector("parley-chat")?.shadowRoot;
  if (!root) return undefined;
  const frame = root.querySelector("iframe") ?? document.createElement("iframe");
  frame.hidden = true;
  if (!frame.isConnected) root.append(frame);
  // Read at each call: the frame gets a new window when the page moves the chat.
  const own = () => (frame.contentWindow as unknown as typeof globalThis).fetch;
  try {
    return typeof own() === "function" ? own : undefined;
  } catch {
    return undefined;
  }
}

/** Every page may read the widget's own files, so that a failure means that the server cannot be reached. */
async function isReachable({ base }: Api, send: typeof fetch): Promise<boolean> {
  return send(base.replace(/\/api\/v1\/chat$/, "/widget/parley.js"), {
    method: "HEAD",
    cache: "no-store",
    credentials: "omit",
    signal: AbortSignal.timeout(limitMs),
  }).then(
    // Not the sign-in page of a network.
    ({ ok, headers }) => ok && headers.get("Content-Type")?.includes("javascript") === true,
    () => false,
  );
}

/** Names the origin that the browser sends, which differs from the address for files and sandboxed frames. */
function originProblem(tenantId: string): string {
  const { origin } = globalThis;
  const command = `npx parley domain add ${origin} --tenant ${tenantId}`;
  if (origin === "null")
    return 'this page has the origin "null": it is a file, or a sandboxed frame without allow-same-origin. No command allows it; serve the page from an address such as http://localhost:8000, and allow that address.';
  if (location.protocol === "http:" && !localHosts.includes(location.hostname))
    return `the chat server refuses the origin ${origin}. The chat works only on HTTPS pages and on localhost; serve the page over HTTPS, then: ${command.replace("http:", "https:")}`;
  return `the chat server refuses the origin ${origin}. Allow it with: ${command} (or in the console under "Domains and install"), and check data-tenant.`;
}

function warn(text: string): void {
  console.warn(`Parley: ${text}`);
}
