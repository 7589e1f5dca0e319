import { request as plainRequest } from "node:http";
import { Agent, type AgentOptions } from "node:https";
import { connect } from "node:tls";
import { toUrl } from "../../core/text/parse-url.ts";
import { CallError } from "./chat/failures.ts";

/** A proxy for https addresses, and the hosts that are reached without it. */
export interface ProxyRule {
  url: string;
  /** Hosts in the form of `NO_PROXY`: a name includes its subdomains, `*` means all. */
  except: readonly string[];
}

const connectMs = 5_000;
const agents = new Map<string, Agent>();

/** The agent that reaches an address through its proxy; undefined when no proxy applies. */
export function agentFor(url: URL, rule: ProxyRule | undefined, options: AgentOptions): Agent | undefined {
  if (!rule || url.protocol !== "https:" || rule.except.some((host) => covers(host, url))) return undefined;
  const agent = agents.get(rule.url) ?? new TunnelAgent(toUrl(rule.url), options);
  agents.set(rule.url, agent);
  return agent;
}

function covers(except: string, { hostname, host }: URL): boolean {
  const name = except.replace(/^\*?\./, "").toLowerCase();
  return name === "*" || hostname === name || host === name || hostname.endsWith(`.${name}`);
}

/** Connections through a proxy's CONNECT (RFC 9110 section 9.3.6). Built into Node from version 24 (`proxyEnv`). */
class TunnelAgent extends Agent {
  readonly #proxy: URL;

  constructor(proxy: URL, options: AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  override createConnection(
    options: Parameters<Agent["createConnection"]>[0],
    callback?: Parameters<Agent["createConnection"]>[1],
  ): undefined {
    const { hostname, port, username, password } = this.#proxy;
    const target = `${options.host}:${options.port ?? 443}`;
    const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const opening = plainRequest({
      ...{ host: hostname, port: port || 80, method: "CONNECT", path: target, agent: false },
      headers: {
        host: target,
        ...(username ? { "proxy-authorization": `Basic ${Buffer.from(user).toString("base64")}` } : {}),
      },
    });
    opening.once("connect", ({ statusCode }, socket) => {
      if (statusCode === 200)
        callback?.(null, connect({ socket, servername: options.servername ?? options.host ?? "" }));
      else {
        socket.destroy();
        callback?.(new CallError("unavailable", `the proxy refused the connection (${statusCode})`), socket);
      }
    });
    opening.setTimeout(connectMs, () => opening.destroy(new Error("the proxy does not answer")));
    opening.once("error", (error) => callback?.(error, undefined as never));
    opening.end();
    return undefined;
  }
}
