import type { TestCallResult } from "../../../protocol/admin-tool-calls.ts";
import type { DiscoveryResult, Tool, ToolConnection } from "../../../protocol/admin-tools.ts";

/** Tools of one tenant, through the API. */
export class ToolDesk {
  readonly #api: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#api = `${url}/api/v1/admin/tools`;
    this.#key = key;
  }

  async send(path: string, method = "GET", body?: unknown): Promise<{ status: number; json: unknown; text: string }> {
    const response = await fetch(`${this.#api}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    return { status: response.status, json: isJson ? JSON.parse(text) : undefined, text };
  }

  /** @throws for an error response. */
  async ask<T>(path: string, method = "GET", body?: unknown): Promise<T> {
    const { status, json, text } = await this.send(path, method, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return json as T; // the caller knows its address
  }

  connect(name: string, url: string, more: object = {}): Promise<ToolConnection> {
    return this.ask("/connections", "POST", { name, kind: "mcp", url, ...more });
  }

  discover(connection: ToolConnection): Promise<DiscoveryResult> {
    return this.ask(`/connections/${connection.id}/discover`, "POST");
  }

  class(tool: Tool, change: object): Promise<Tool> {
    return this.ask(`/${tool.id}`, "PATCH", { kind: "read", audience: "everyone", is_active: true, ...change });
  }

  test(tool: Tool, given: object, confirm = false): Promise<TestCallResult> {
    return this.ask(`/${tool.id}/test`, "POST", { arguments: given, confirm });
  }
}
