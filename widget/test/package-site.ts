import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../../ui/test/browser.ts";
import { builtOnce } from "../../ui/test/built-once.ts";
import { MockServer } from "./mock-server.ts";
import { citedTurn } from "./turns.ts";

const run = promisify(execFile);
const project = resolve(import.meta.dirname, "../..");
/** What a site with React has beside the package. */
const siteDependencies = ["react", "react-dom", "@types/react", "@types/react-dom"];

/** A site under a strict policy, whose dependency is what `npm pack` makes of the package. */
export class PackageSite {
  readonly tenant = "5b7c1f1e-0000-7000-8000-000000000001";
  readonly folder = mkdtempSync(join(tmpdir(), "parley-package-"));
  readonly chat: MockServer;
  readonly #browser: Browser;
  origin = "";
  readonly #server = createServer((request, response) => {
    const file = join(this.folder, (request.url ?? "/").split("?")[0] ?? "/");
    if (!existsSync(file)) return void response.writeHead(404).end();
    const type = file.endsWith("js") ? "text/javascript" : "text/html";
    const { origin } = this.chat;
    const policy = `default-src 'none'; script-src 'self' ${origin}; connect-src ${origin}; require-trusted-types-for 'script'; trusted-types lit-html parley-widget`;
    response.writeHead(200, { "Content-Type": type, "Content-Security-Policy": policy }).end(readFileSync(file));
  });

  private constructor(browser: Browser, widgetFolder: string) {
    this.#browser = browser;
    this.chat = new MockServer({ widgetFolder, allowedOrigin: () => this.origin, turn: citedTurn });
  }

  static async start(): Promise<PackageSite> {
    const site = new PackageSite(await launchBrowser(), await builtOnce("widget/vite.config.ts"));
    await site.chat.start();
    await site.#install();
    await new Promise<void>((done) => site.#server.listen(0, "localhost", done));
    site.origin = `http://localhost:${(site.#server.address() as AddressInfo).port}`; // a TCP server has one
    return site;
  }

  async #install(): Promise<void> {
    const { stdout } = await run(process.execPath, [join(project, "scripts/pack-widget.mjs"), this.folder]);
    await run("tar", ["-xzf", stdout.trim(), "-C", this.folder]);
    mkdirSync(join(this.folder, "node_modules/@types"), { recursive: true });
    renameSync(join(this.folder, "package"), join(this.folder, "node_modules/parley-widget"));
    for (const name of siteDependencies)
      symlinkSync(join(project, "node_modules", name), join(this.folder, "node_modules", name));
  }

  /** Adds a file, of a text or of another file. */
  write(name: string, content: string | URL): void {
    writeFileSync(join(this.folder, name), content instanceof URL ? readFileSync(content) : content);
  }

  /** Checks the types of scripts as strictly as a site may, and has Vite build a page of each: `/out/<script>.html`. */
  async build(scripts: string[]): Promise<void> {
    for (const script of scripts)
      this.write(
        `${script}.html`,
        `<!doctype html><html lang="en" data-server="${this.chat.origin}" data-tenant="${this.tenant}"><title>V</title><body><div id="app"></div><script type="module" src="./${script}"></script>`,
      );
    const settings = "--noEmit --strict --module esnext --moduleResolution bundler --target es2022 --jsx react-jsx";
    const tsc = join(project, "node_modules/typescript/bin/tsc");
    await run(process.execPath, [tsc, ...settings.split(" "), ...scripts], { cwd: this.folder });
    const input = JSON.stringify(scripts.map((script) => `${script}.html`));
    this.write(
      "vite.config.mjs",
      `export default { base: "/out/", build: { outDir: "out", rolldownOptions: { input: ${input} } } };`,
    );
    await run(process.execPath, [join(project, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error"], {
      cwd: this.folder,
      env: { ...process.env, NODE_ENV: "production" },
    });
  }

  async visit(path: string): Promise<Page> {
    const page = await this.#browser.newPage();
    await page.goto(`${this.origin}${path}`);
    return page;
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await this.chat.stop();
    this.#server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
