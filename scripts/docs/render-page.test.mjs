import { describe, expect, test } from "vitest";
import { framePage } from "./frame-page.mjs";
import { renderPage } from "./render-page.mjs";

const files = { theme: "/theme.js", style: "/site.css", script: "/site.js", search: "/search.json" };
const site = { navigation: { sections: [], records: [] }, files, project: { version: "1.2.3" } };

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
    expect(html).toContain('<pre tabindex="0"><code><span class="hljs-built_in">ls</span> &lt;x&gt;</code></pre>');
    expect(html).toContain('<span class="language" aria-hidden="true">Shell</span>');
  });

  test("has code with a class on each kind of word, and plain code of a language that it does not know", () => {
    const { html } = renderPage('```js\nopen("<b>"); // now\n```\n\n```klingon\n<qapla>\n```\n', "docs/guide/x.md");
    expect(html).toContain('<span class="hljs-string">&quot;&lt;b&gt;&quot;</span>');
    expect(html).toContain('<span class="hljs-comment">// now</span>');
    expect(html).toContain("<code>&lt;qapla&gt;</code>");
  });

  test("says what it is about in whole sentences, and knows its headings", () => {
    const { description, headings } = renderPage(
      `# A\n\n![x](y.webp)\n\nOne *two* [three](b.md). ${"Four five six. ".repeat(30)}\n\n## B\n\n### C \`d\`\n`,
      "docs/guide/x.md",
    );
    expect(description).toMatch(/^One two three\. (?:Four five six\. ?)+$/);
    expect(description.length).toBeLessThanOrEqual(160);
    expect(headings).toEqual([
      { id: "a", depth: 1, text: "A" },
      { id: "b", depth: 2, text: "B" },
      { id: "c-d", depth: 3, text: "C d" },
    ]);
  });

  test("turns tables and links between pages into HTML", () => {
    const { html } = renderPage(
      "| a | b |\n| --- | --- |\n| [page](theming.md#colours) | [up](../ARCHITECTURE.md) |\n",
      "docs/guide/x.md",
    );
    expect(html).toContain('<table role="table">');
    expect(html).toContain('<th scope="col" role="columnheader">a</th>');
    expect(html).toContain('<td role="cell" data-column="a">');
    expect(html).toContain('<a href="/docs/guide/theming#colours">page</a>');
    expect(html).toContain('<a href="/docs/ARCHITECTURE">up</a>');
  });

  test("leads to the server that it is read on where the guide names one's own computer", () => {
    const { html } = renderPage("[demo](http://localhost:8787/demo) [other](http://localhost:3000/x)\n", "README.md");
    expect(html).toContain('<a href="/demo">demo</a> <a href="http://localhost:3000/x">other</a>');
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
      '<picture><source media="(prefers-color-scheme: dark)" srcset="/docs/screenshots/answered-dark.webp"><img src="/docs/screenshots/answered-light.webp" alt="An answer" width="630" height="1036" class="tall" loading="lazy" decoding="async"></picture>',
    );
    expect(html).toContain(
      '<img src="/docs/images/flow.svg" alt="A flow" width="960" height="462" loading="lazy" decoding="async">',
    );
    const twice = (end) =>
      `<picture>\n  <source media="(prefers-color-scheme: dark)" srcset="docs/a-dark.webp">\n  <img width="30%" alt="A &quot;b&quot;" src="docs/a-light.webp"${end}>\n</picture>\n`.repeat(
        2,
      );
    const both = renderPage(twice(""), "README.md").html;
    expect(both.match(/<picture><source media="[^"]+" srcset="\/docs\/a-dark.webp"><img /g)).toHaveLength(2);
    expect(both).toContain('alt="A &quot;b&quot;"');
    // Other attributes make it plain text.
    expect(renderPage(twice(' onerror="x()"'), "README.md").html).not.toContain("<picture>");
  });

  test("gives headings of the same words anchors of their own", () => {
    const { html } = renderPage('## Set up\n\n## Set up\n\n## `a_b` & "c"\n', "docs/guide/x.md");
    expect([...html.matchAll(/id="([^"]*)"/g)].map(([, id]) => id)).toEqual(["set-up", "set-up-1", "a_b-c"]);
    expect(html).toContain('<a class="anchor" href="#set-up-1" aria-label="Link to “Set up”">');
  });

  test("has a title of plain text and nothing that its policy forbids", () => {
    const rendered = renderPage(
      '# A <b onclick="x()"> & `b`\n\n<style>x</style>\n\n<div onclick="y()">z</div>\n',
      "x.md",
    );
    const page = framePage({ ...rendered, source: "docs/guide/x.md", address: "/docs/guide/x" }, site);
    expect(page).toContain("<title>A &lt;b onclick=&quot;x()&quot;&gt; &amp; b · Parley</title>");
    expect(rendered.html).not.toMatch(/<(?:script|style|div|b)\b/);
    expect(page).not.toMatch(/<style\b|<script(?! (?:type="module" )?src=)|<[a-z][^>]* (?:on\w+|style)=/);
  });
});

describe("the link that edits a page", () => {
  const edit = (repository) =>
    /href="([^"]*)"><svg[^>]*><path[^>]*><\/svg>Edit this page/.exec(pageOf(repository))?.[1];
  const pageOf = (repository) =>
    framePage(
      { ...renderPage("# A\n", "docs/guide/x.md"), source: "docs/guide/x.md", address: "/docs/guide/x" },
      { ...site, project: { version: "1.2.3", repository } },
    );

  test("leads to where the project is kept", () => {
    const github = "https://github.com/acme/parley/edit/main/docs/guide/x.md";
    for (const repository of [
      "github:acme/parley",
      "https://github.com/acme/parley",
      { url: "git+https://github.com/acme/parley.git" },
    ])
      expect(edit(repository)).toBe(github);
    expect(edit({ url: "https://gitlab.com/a/b.git", directory: "desk" })).toBe(
      "https://gitlab.com/a/b/-/edit/main/desk/docs/guide/x.md",
    );
  });

  test("is not there without a repository, or with one whose pages are not known", () => {
    for (const repository of [
      undefined,
      "",
      "acme/parley",
      "ssh://git@example.com/x",
      'https://github.com/"><b>',
      "https://git.example.com/a/b",
    ])
      expect(pageOf(repository)).not.toContain("Edit this page");
  });
});
