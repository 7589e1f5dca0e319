import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../../project-root.ts";
import { renderMarkdown } from "./render-markdown.ts";

describe("a page of the documentation", () => {
  test("keeps its structure and takes its title from the first heading", () => {
    const { title, html } = renderMarkdown(
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
    const { html } = renderMarkdown(
      "| a | b |\n| --- | --- |\n| [page](theming.md#colours) | [up](../ARCHITECTURE.md) |\n",
      "docs/guide/x.md",
    );
    expect(html).toContain("<table>");
    expect(html).toContain('<a href="/docs/guide/theming#colours">page</a>');
    expect(html).toContain('<a href="/docs/ARCHITECTURE">up</a>');
  });

  test("escapes markup and drops addresses that lead elsewhere", () => {
    const { html } = renderMarkdown(
      "<script>alert(1)</script> [x](javascript:alert(1)) [y](../../../etc/passwd) [z](//evil.example) ![p](http://evil.example/p.png)\n",
      "docs/guide/x.md",
    );
    expect(html).not.toContain("<script>");
    expect(html).not.toContain("javascript:");
    expect(html).not.toContain('passwd"');
    expect(html).not.toContain('evil.example"');
  });

  test("renders every page there is, each with a title", () => {
    for (const name of readdirSync(join(projectRoot, "docs/guide"))) {
      const page = renderMarkdown(readFileSync(join(projectRoot, "docs/guide", name), "utf8"), `docs/guide/${name}`);
      expect(page.title, name).not.toBe("");
      expect(page.html.length, name).toBeGreaterThan(100);
    }
  });
});
