import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A host page on an origin of its own. */
export class HostPage {
  readonly #server: Server;
  html = "";
  policy = "";

  constructor() {
    this.#server = createServer((_request, response) => {
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": this.policy });
      response.end(this.html);
    });
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async start(): Promise<this> {
    await new Promise<void>((done) => this.#server.listen(0, "localhost", done));
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}
