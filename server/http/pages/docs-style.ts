/** The look of `/docs`: one column of text, light and dark. */
export const docsStyle = `:root { color-scheme: light dark; --text: #1b2130; --soft: #5a6478; --line: #dde2ec; --page: #ffffff; --code: #f3f5fa; --link: #2f5bea; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e9f1; --soft: #9aa5bd; --line: #2c3446; --page: #11151f; --code: #1a202d; --link: #8fa9ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.65 system-ui, sans-serif; }
header { border-bottom: 1px solid var(--line); padding: 14px 24px; }
header a { color: var(--soft); font-weight: 600; text-decoration: none; }
main { max-width: 46rem; margin: 0 auto; padding: 24px; }
h1 { font-size: 2rem; line-height: 1.2; margin: 16px 0 24px; }
h2 { font-size: 1.3rem; margin: 40px 0 8px; }
h3 { font-size: 1.05rem; margin: 28px 0 4px; }
a { color: var(--link); }
img { max-width: 100%; }
code { background: var(--code); border-radius: 4px; padding: 0.1em 0.35em; font: 0.88em ui-monospace, monospace; overflow-wrap: break-word; }
pre { background: var(--code); border-radius: 8px; padding: 14px 16px; overflow-x: auto; }
pre code { background: none; padding: 0; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
td { border: 1px solid var(--line); padding: 6px 10px; vertical-align: top; }
tr:first-child td { font-weight: 600; }
blockquote { border-left: 3px solid var(--line); color: var(--soft); margin: 16px 0; padding-left: 16px; }
`;
