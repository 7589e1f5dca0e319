import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A help page: title and content. */
const help: Record<string, [title: string, body: string]> = {
  delivery: [
    "Delivery",
    `<h2>How long does delivery take?</h2><p>Inside Germany delivery takes two to three working days. To Austria and
     Switzerland it takes four to six working days.</p><h2>What does delivery cost?</h2><p>Delivery costs 4.90 euros. Orders above 60
     euros are delivered free of charge.</p>`,
  ],
  returns: [
    "Returns and refunds",
    `<p>You can send shoes back within 30 days, unworn and in their box. Print the return label from your account.</p>
     <h2>When do I get my money back?</h2><p>We refund within five days after the parcel has arrived at our warehouse, to the account
     you paid from.</p>`,
  ],
  care: [
    "Looking after your shoes",
    `<h2>How do I clean suede?</h2><p>Brush suede dry with a soft brush. Never put suede shoes into a washing machine.</p>
     <h2>How often should leather be waxed?</h2><p>Wax leather once a month in winter, and every second month in summer.</p>`,
  ],
};

export interface ShoeShop {
  url: string;
  /** The same site under another host name, which no tenant allows. */
  elsewhere: string;
  /** The script tag on its first page, before `</body>`. */
  tag: string;
  close(): void;
}

/** A company's site on this machine, with a sitemap, help pages and the strictest policies of the guide. @param parley its address. */
export async function startShoeShop(parley: () => string): Promise<ShoeShop> {
  const server = createServer((request, response) => {
    const found = pageAt(request.url ?? "/", shop);
    response.writeHead(found === undefined ? 404 : 200, {
      "Content-Type": request.url?.endsWith(".xml") ? "application/xml" : "text/html; charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; img-src data: http:; script-src ${parley()}; connect-src ${parley()}; require-trusted-types-for 'script'; trusted-types lit-html`,
      "Cross-Origin-Embedder-Policy": "require-corp",
      "Cross-Origin-Opener-Policy": "same-origin",
    });
    response.end(found ?? "Not found. Check the URL.");
  });
  await new Promise<void>((done) => server.listen(0, done));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  const shop: ShoeShop = { url: `http://localhost:${port}`, elsewhere: `http://127.0.0.1:${port}`, tag: "", close };
  return shop;
}

function pageAt(path: string, { url, tag }: ShoeShop): string | undefined {
  if (path === "/")
    return pageOf("Welcome", `<p>Shoes for every weather.</p><p><a href="/help/delivery">Delivery</a></p>${tag}`);
  if (path === "/sitemap.xml") {
    const urls = Object.keys(help).map((name) => `<url><loc>${url}/help/${name}</loc></url>`);
    return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`;
  }
  const page = help[path.replace("/help/", "")];
  return page && pageOf(...page);
}

function pageOf(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><title>${title} · Northwind Shoes</title></head><body>
    <nav><a href="/">Home</a></nav><main><h1>${title}</h1>${body}</main></body></html>`;
}
