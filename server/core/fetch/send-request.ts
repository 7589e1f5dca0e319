import { type ClientRequest, get as getHttp, type IncomingMessage, type RequestOptions } from "node:http";
import { get as getHttps } from "node:https";
import { CookieJar } from "tough-cookie";
import { guardedLookup, type Network, RefusedHost } from "./guarded-lookup.ts";

/** Sends one request, without following a redirect. */
export function sendRequest(
  url: URL,
  network: Network,
  given: Required<Pick<RequestOptions, "signal" | "headers">>,
): Promise<IncomingMessage> {
  const options: RequestOptions = { ...given, agent: false, lookup: guardedLookup(network) };
  return new Promise((resolve, reject) => {
    const sent: ClientRequest = url.protocol === "https:" ? getHttps(url, options) : getHttp(url, options);
    sent.on("error", reject);
    sent.on("response", resolve);
    // The lookup has checked the address already; this also covers a connection made without a lookup.
    sent.on("socket", (socket) => {
      socket.once("connect", () => {
        const { remoteAddress } = socket;
        if (!remoteAddress || !network.isAllowedAddress(remoteAddress)) sent.destroy(new RefusedHost(url.hostname));
      });
    });
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
