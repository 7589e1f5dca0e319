import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Network, ResolvedAddress } from "../../core/fetch/guarded-lookup.ts";
import { isPublicAddress } from "../../core/fetch/public-address.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface WebSite {
  /** Address of a page: `http://site.test:PORT/path`. */
  url(path: string, host?: string): string;
  port: number;
  /** Requested paths, with their hosts. */
  asked: string[];
  requests: IncomingMessage[];
  /** The page for every unknown path; by default a short text with status 404. */
  answerMissing?: string;
  close(): Promise<void>;
}

/** Starts a site on this machine. Pages are texts, or functions that respond. */
export async function startWebSite(pages: Record<string, string | Answer>): Promise<WebSite> {
  const asked: string[] = [];
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    requests.push(request);
    const answer = pages[path];
    if (answer === undefined) response.writeHead(404).end(site.answerMissing ?? "nothing here");
    else if (typeof answer === "string") response.writeHead(200, { "content-type": "text/html" }).end(answer);
    else answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const site: WebSite = {
    url: (path, host = "site.test") => `http://${host}:${port}${path}`,
    port,
    asked,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return site;
}

/** A network in which some names resolve to this machine. Besides the internet, only this machine counts as public. */
export function testNetwork(names: Record<string, string[] | (() => string[])> = {}): Network & { lookups: string[] } {
  const lookups: string[] = [];
  return {
    lookups,
    isAllowedAddress: (address) => address === "127.0.0.1" || isPublicAddress(address),
    resolve: async (host): Promise<ResolvedAddress[]> => {
      lookups.push(host);
      const known = names[host] ?? (host.endsWith("site.test") ? ["127.0.0.1"] : undefined);
      if (!known) throw new Error(`ENOTFOUND ${host}`);
      const addresses = typeof known === "function" ? known() : known;
      return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
  };
}
