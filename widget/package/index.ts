/** Address of the server and options of the script tag. */
export interface ParleyOptions {
  /** Address of the Parley server, for example `https://support.example.com`. */
  server: string;
  /** The tenant's id. */
  tenant: string;
  /** Language of the chat, for example `de`. Default: the language of the page or the browser. */
  language?: string;
  /** Accent colour. Overrides the tenant's theme, like the next two options. */
  accent?: string;
  position?: "left" | "right";
  mode?: "auto" | "light" | "dark";
  /** For pages whose content security policy allows scripts by nonce. */
  nonce?: string;
  /** Also invites visitors by the tenant's rule. Loads one more script. */
  teaser?: boolean;
}

/** Events that the page can listen to, with their details. */
export interface ParleyEvents {
  open: undefined;
  close: undefined;
  message: { id: string; role: string };
  escalation: { ticket_number: number };
  unread: { count: number };
}

/** The visitor. Your server signs `identity`; the other fields are trusted no more than any other value from a page. */
export interface ParleyVisitor {
  identity?: string;
  name?: string;
  email?: string;
}

export interface Parley {
  open(options?: { question?: string }): void;
  close(): void;
  toggle(): void;
  /** Opens the chat and sends a message as the visitor. */
  send(text: string): void;
  /** Puts a text into the input field unless the visitor has written something there, or fills in the tenant's form by field id. */
  prefill(text: string | Record<string, string | number>): void;
  /** Ends the conversation and forgets the visitor. */
  reset(): void;
  /** False when the server rejected the identity; true at once while the chat has not been opened. Never rejects. */
  identify(visitor: ParleyVisitor | string | null): Promise<boolean>;
  setPage(page: { url?: string; title?: string }): void;
  /** Listens until the returned function is called. */
  on<N extends keyof ParleyEvents>(name: N, listener: (detail: ParleyEvents[N]) => void): () => void;
  /**
   * Removes the chat until `loadParley` is called again or the page is reloaded. The conversation is deleted in this browser, unless `keep`
   * is set: then the chat continues it.
   */
  shutdown(options?: { keep?: boolean }): void;
}

type Call = (...call: unknown[]) => unknown;
type Queue = Call & { q?: unknown[][] };

let tags: HTMLScriptElement[] = [];

/**
 * Adds the chat to the page, once for any number of calls, and returns its interface. Calls wait until the chat's script has loaded. Does
 * nothing without a browser, for example when a server renders the page.
 */
export function loadParley(options: ParleyOptions): Parley {
  if (typeof document === "undefined") return createParley(() => undefined);
  const page = window as { Parley?: Queue };
  if (!page.Parley) {
    page.Parley = queue();
    tags = (options.teaser ? ["parley", "teaser"] : ["parley"]).map((name) => tagFor(name, options));
    document.head.append(...tags);
  }
  return createParley(
    (...call) => page.Parley?.(...call),
    () => {
      // A script that is still loading finds no tenant and does nothing.
      for (const tag of tags) delete tag.dataset["tenant"];
      for (const element of [...tags, ...document.querySelectorAll("[data-parley=teaser]")]) element.remove();
      tags = [];
      delete page.Parley;
    },
  );
}

function createParley(call: Call, onShutdown?: () => void): Parley {
  return {
    open: (options) => void call("open", options),
    close: () => void call("close"),
    toggle: () => void call("toggle"),
    send: (text) => void call("send", text),
    prefill: (text) => void call("prefill", text),
    reset: () => void call("reset"),
    // The queue returns nothing; in this case the chat has not been opened.
    identify: async (visitor) => (await call("identify", visitor)) !== false,
    setPage: (about) => void call("setPage", about),
    on(name, listener) {
      call("on", name, listener);
      return () => void call("off", name, listener);
    },
    shutdown(options) {
      call("shutdown", options);
      onShutdown?.();
    },
  };
}

function queue(): Queue {
  const collect: Queue = (...call) => {
    collect.q = [...(collect.q ?? []), call];
  };
  return collect;
}

function tagFor(name: string, { server, tenant, language, nonce, teaser, ...look }: ParleyOptions): HTMLScriptElement {
  const tag = document.createElement("script");
  tag.async = true;
  if (nonce) tag.nonce = nonce;
  // The page adds the tag when it likes; the loader need not look for an optimiser.
  const data = { tenant, lang: language, cfasync: "false", ...look };
  for (const [key, value] of Object.entries(data)) if (value !== undefined) tag.dataset[key] = value;
  tag.src = trusted(`${server.replace(/(?<!\/)\/+$/, "")}/widget/${name}.js`);
  return tag;
}

interface TrustedPolicy {
  createScriptURL(url: string): string;
}
interface TrustedTypesLike {
  createPolicy(name: string, rules: TrustedPolicy): TrustedPolicy;
}

let policy: TrustedPolicy | undefined;

/** Pages with Trusted Types must allow the policy `parley-widget`, which can be created only once. */
function trusted(url: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypesLike };
  policy ??= trustedTypes?.createPolicy("parley-widget", { createScriptURL: (same) => same });
  return policy?.createScriptURL(url) ?? url;
}
