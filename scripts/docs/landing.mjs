import { highlight } from "./highlight.mjs";
import { escapeHtml } from "./html.mjs";
import { renderPicture } from "./picture.mjs";
import { searchLink } from "./search-link.mjs";

/** The first three tasks of a new reader. */
const first = [
  {
    title: "Run it",
    text: "One command, without a database server or API key. The demo answers from this documentation.",
    code: "npm start",
    language: "sh",
    link: ["/docs/guide/getting-started", "Getting started"],
  },
  {
    title: "Set up your own company",
    text: "Import the pages of your site and test the assistant with questions about them.",
    code: "npx parley init",
    language: "sh",
    link: ["/docs/guide/getting-started#how-do-i-set-up-my-own-company", "Setting up your company"],
  },
  {
    title: "Add the chat to your site",
    text: "One script tag. It sets no cookies.",
    code: '<script async src="https://support.example.com/widget/parley.js"\n        data-tenant="YOUR-TENANT-ID"></script>',
    language: "html",
    link: ["/docs/guide/embed-the-widget", "Embedding the widget"],
  },
];

const asked = [
  ["/docs/guide/faq#is-parley-ready-for-production", "Is Parley ready for production?"],
  ["/docs/guide/faq#what-does-parley-cost-is-it-free", "Is Parley free?"],
  [
    "/docs/guide/faq-models-and-costs#do-i-need-a-language-model-such-as-openai-or-does-parley-work-without-ai",
    "Can I use Parley without AI?",
  ],
  ["/docs/guide/faq-installing-and-operating#should-i-use-embedded-or-production-mode", "Embedded or production mode?"],
  ["/docs/guide/faq-widget#why-doesnt-the-chat-button-show-up-on-my-page", "Why does the chat button not appear?"],
  [
    "/docs/guide/faq-documents-and-answers#the-assistant-says-it-does-not-know-although-the-answer-is-in-my-documents-why",
    "Why does the assistant not find an answer in my documents?",
  ],
  [
    "/docs/guide/privacy-and-data-retention#does-parley-send-my-data-to-openai-or-another-third-party",
    "Does my data go to a third party?",
  ],
  ["/docs/guide/comparison", "How does Parley compare with other products?"],
];

const picture = renderPicture(
  "docs/screenshots/source-light.webp",
  "The chat: an answer with numbered sources, and an open source with the quoted passage",
  ".",
);

/** The page at `/docs`: an introduction to Parley, the first steps, and an overview of the pages. */
export function landingPage({ sections }, files) {
  return {
    title: "Documentation",
    description:
      "Run Parley, add the chat to your site, add your documents, and answer the tickets that the assistant hands over.",
    layout: "landing",
    address: "/docs",
    html: `<div class="hero">
<div><h1>Parley documentation</h1>
<p>Parley is a self-hosted AI support desk: a chat that answers from your own documents and shows its sources, and a console where your team answers the rest.</p>
${searchLink(files, { name: "Search the documentation", look: "large" })}</div>
${picture}
</div>
<section aria-labelledby="begin"><h2 id="begin">Get started</h2>
<ol class="steps">
${first.map(stepOf).join("\n")}
</ol></section>
<section aria-labelledby="where"><h2 id="where">All topics</h2>
<ul class="cards">
${sections.map(cardOf).join("\n")}
</ul></section>
<section aria-labelledby="asked"><h2 id="asked">Frequent questions</h2>
<ul class="asked">
${asked.map(([address, question]) => `<li><a href="${address}">${question}</a></li>`).join("\n")}
</ul></section>`,
  };
}

function stepOf({ title, text, code, language, link: [address, label] }) {
  return `<li><h3>${title}</h3><p>${text}</p><div class="code"><pre tabindex="0"><code>${highlight(code, language).html}</code></pre></div><p><a href="${address}">${label}</a></p></li>`;
}

function cardOf({ title, about, pages }) {
  const links = pages.map(({ address, label }) => `<li><a href="${address}">${escapeHtml(label)}</a></li>`);
  return `<li><h3>${escapeHtml(title)}</h3><p>${escapeHtml(about)}</p><ul>${links.join("")}</ul></li>`;
}

/** The page for an address of the documentation that does not exist. */
export function notFoundPage(files) {
  return {
    title: "Page not found",
    address: null,
    headings: [],
    html: `<h1>Page not found</h1>
<p>The page was moved, or the address is incomplete. Search the documentation, or start here:</p>
${searchLink(files, { name: "Search the documentation", look: "large" })}
<ul>
<li><a href="/docs">Documentation home</a></li>
<li><a href="/docs/guide">All guide pages</a></li>
<li><a href="/docs/guide/faq">Frequently asked questions</a></li>
<li><a href="/docs/guide/troubleshooting">Troubleshooting</a></li>
</ul>`,
  };
}
