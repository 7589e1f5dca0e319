import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../setup/paths.mjs";
import { framePage, renderPage } from "./render-page.mjs";

describe("a page of the documentation", () => {
  test("keeps its structure and takes its title from the first heading", () => {
    const { title, html } = renderPage(
      "# Using *it*\n\nSay **hello** to `a < b`.\n\n- one\n- two\n\n```sh\nls <x>\n```\n",
      "docs/guide/x.md",
    );
    expect(title).toBe("Using it");
    expect(html).toContain('<h1 id="using-it">Using <em>it</em></h1>');
    expect(html).toContain("<p>Say <strong>hello</strong> to <code>a &lt; b</code>.</p>");
    expect(html).toContain("<li>one</li>");
    expect(html).toContain('<pre tabindex="0"><code>ls &lt;x&gt;</code></pre>');
  });

  test("turns tables and links between pages into HTML", () => {
    const { html } = renderPage(
      "| a | b |\n| --- | --- |\n| [page](theming.md#colours) | [up](../ARCHITECTURE.md) |\n",
      "docs/guide/x.md",
    );
    expect(html).toContain("<table>");
    expect(html).toContain('<th scope="col">a</th>');
    expect(html).toContain('<td data-column="a">');
    expect(html).toContain('<a href="/docs/guide/theming#colours">page</a>');
    expect(html).toContain('<a href="/docs/ARCHITECTURE">up</a>');
  });

  test("escapes markup and drops addresses that lead elsewhere", () => {
    const { html } = renderPage(
      "See <script>alert(1)</script> [x](javascript:alert(1)) [y](../../../etc/passwd) [z](//evil.example) ![p](http://evil.example/p.png)\n",
      "docs/guide/x.md",
    );
    expect(html).not.toContain("<script>");
    expect(html).toContain("&lt;script&gt;");
    expect(html).not.toContain("javascript:");
    expect(html).not.toContain('passwd"');
    expect(html).not.toContain('evil.example"');
  });

  test("shows a picture of the dark mode on dark pages, where there is one", () => {
    const { html } = renderPage(
      "![An answer](../screenshots/answered-light.webp)\n\n![A flow](../images/flow.svg)\n",
      "docs/guide/x.md",
    );
    expect(html).toContain(
      '<picture><source media="(prefers-color-scheme: dark)" srcset="/docs/screenshots/answered-dark.webp"><img src="/docs/screenshots/answered-light.webp" alt="An answer" loading="lazy"></picture>',
    );
    expect(html).toContain('<img src="/docs/images/flow.svg" alt="A flow" loading="lazy">');
    const twice = (end) =>
      `<picture>\n  <source media="(prefers-color-scheme: dark)" srcset="docs/a-dark.webp">\n  <img width="30%" alt="A &quot;b&quot;" src="docs/a-light.webp"${end}>\n</picture>\n`.repeat(
        2,
      );
    const both = renderPage(twice(""), "README.md").html;
    expect(both.match(/<picture><source media="[^"]+" srcset="\/docs\/a-dark.webp"><img /g)).toHaveLength(2);
    expect(both).toContain('alt="A &quot;b&quot;" width="30%"');
    // Whatever says more than that is text.
    expect(renderPage(twice(' onerror="x()"'), "README.md").html).not.toContain("<picture>");
  });

  test("gives headings of the same words anchors of their own", () => {
    const { html } = renderPage('## Set up\n\n## Set up\n\n## `a_b` & "c"\n', "docs/guide/x.md");
    expect([...html.matchAll(/id="([^"]*)"/g)].map(([, id]) => id)).toEqual(["set-up", "set-up-1", "a_b-c"]);
  });

  test("has a title of plain text and nothing that its policy forbids", () => {
    const page = framePage(
      renderPage('# A <b onclick="x()"> & `b`\n\n<style>x</style>\n\n<div onclick="y()">z</div>\n', "x.md"),
    );
    expect(page).toContain("<title>A &lt;b onclick=&quot;x()&quot;&gt; &amp; b · Parley</title>");
    expect(page).not.toMatch(/<(?:script|style|div|b)\b/);
    expect(page).not.toMatch(/<[a-z][^>]* on\w+=/);
  });

  test("leads only to pages, headings and pictures that are there", () => {
    const folders = ["docs", "docs/guide", "docs/decisions"];
    const sources = [
      "README.md",
      ...folders.flatMap((folder) =>
        readdirSync(join(projectRoot, folder))
          .filter((name) => name.endsWith(".md"))
          .map((name) => `${folder}/${name}`),
      ),
    ];
    const pages = new Map(
      sources.map((source) => [
        `/${source.startsWith("docs/") ? "" : "docs/"}${source.replace(/\.md$/, "")}`,
        renderPage(readFileSync(join(projectRoot, source), "utf8"), source),
      ]),
    );
    const lost = [...pages].flatMap(([path, { html }]) =>
      [...html.matchAll(/href="([^"]*)"/g)]
        .filter(([, href]) => !/^https?:/.test(href) && !leads(href, path))
        .map(([, href]) => `${path} -> ${href}`),
    );
    const unseen = [...pages].flatMap(([path, { html }]) =>
      [...html.matchAll(/(?:src|srcset)="\/([^"]*)"/g)]
        .filter(([, file]) => !existsSync(join(projectRoot, file)))
        .map(([, file]) => `${path} -> ${file}`),
    );
    function leads(href, from) {
      const [target, anchor] = href.split("#");
      const page = pages.get(target === "" ? from : target) ?? pages.get(`${target}/README`.replace("//", "/"));
      return page !== undefined && (anchor === undefined || page.html.includes(`id="${anchor}"`));
    }
    expect(lost).toEqual([]);
    expect(unseen).toEqual([]);
  });

  test("of the guide asks no question that another page asks", () => {
    const seen = new Map();
    const twice = [];
    for (const name of readdirSync(join(projectRoot, "docs/guide"))) {
      const source = readFileSync(join(projectRoot, "docs/guide", name), "utf8");
      for (const [, heading] of source.matchAll(/^## (.+)$/gm)) {
        const asked = heading.toLowerCase();
        if (seen.has(asked)) twice.push(`${heading}: ${seen.get(asked)} and ${name}`);
        seen.set(asked, name);
      }
    }
    expect(seen.size).toBeGreaterThan(0);
    expect(twice).toEqual([]);
  });

  test("renders every page there is, each with a title", () => {
    for (const name of readdirSync(join(projectRoot, "docs/guide"))) {
      const page = renderPage(readFileSync(join(projectRoot, "docs/guide", name), "utf8"), `docs/guide/${name}`);
      expect(page.title, name).not.toBe("");
      expect(page.html.length, name).toBeGreaterThan(100);
    }
  });
});
