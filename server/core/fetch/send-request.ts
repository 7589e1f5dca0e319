import { type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { CookieJar } from "tough-cookie";
import { guardedLookup, type Network, RefusedHost } from "./guarded-lookup.ts";

export interface OutgoingRequest extends Required<Pick<RequestOptions, "signal" | "headers">> {
  /** Sent with POST; without a body, the request is a GET. */
  body?: Uint8Array;
}

/** Sends one request to an address that came from outside, without following a redirect. */
export function sendRequest(url: URL, network: Network, { body, ...given }: OutgoingRequest): Promise<IncomingMessage> {
  // A new connection per request, so that none is kept to a host whose name resolves differently by now.
  const options: RequestOptions = { ...given, agent: false, lookup: guardedLookup(network) };
  if (body) options.method = "POST";
  return new Promise((resolve, reject) => {
    const sent = url.protocol === "https:" ? requestHttps(url, options) : requestHttp(url, options);
    sent.on("error", reject);
    sent.on("response", resolve);
    // The lookup has checked the address already; this also covers an IP address, which is not looked up.
    sent.on("socket", (socket) => {
      socket.once("connect", () => {
        const { remoteAddress } = socket;
        if (!remoteAddress || !network.isAllowedAddress(remoteAddress)) sent.destroy(new RefusedHost(url.hostname));
      });
    });
    sent.end(body);
  });
}

/** The cookies of one chain of redirects. They are never stored: a page that needs them to be read sets them on the way. */
export class ChainCookies {
  readonly #jar = new CookieJar(undefined, { looseMode: true });

  /** The header for a request; none while no cookie matches. */
  headerFor(url: URL): Record<string, string> {
    const cookie = this.#jar.getCookieStringSync(url.href);
    return cookie === "" ? {} : { cookie };
  }

  take(url: URL, { headers }: IncomingMessage): void {
    for (const cookie of headers["set-cookie"] ?? []) this.#jar.setCookieSync(cookie, url.href, { ignoreError: true });
  }
}
