import { convert, type FormatCallback, type HtmlToTextOptions } from "html-to-text";
import { quotedBelowMark, quotedMark } from "./fold-quotes.ts";

/** Elements in which mail programs put the text that they quote. A plain `blockquote` is the sender's own. */
const quotes = [
  "blockquote.gmail_quote",
  "blockquote[type=cite]",
  ".gmail_attr",
  ".moz-cite-prefix",
  ".yahoo_quoted",
  ".protonmail_quote",
  ".tutanota_quote",
  ".zmail_extra",
  "#OLK_SRC_BODY_SECTION",
];
/** Outlook, Hotmail and Zimbra put the quoted text after these markers, not inside them; the last four are rules above a header block. */
const quotesBelow = [
  "#divRplyFwdMsg",
  "#appendonsend",
  'div[style*="border-top:solid #E1E1E1"]',
  'div[style*="border-top:solid #B5C4DF"]',
  "#stopSpelling",
  "#zwchr",
];

const quoted: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  walk(element.children, builder);
  builder.closeBlock({
    trailingLineBreaks: 2,
    blockTransform: (text) =>
      text
        .split("\n")
        .map((line) => `${quotedMark}${line.replaceAll(quotedMark, "")}`)
        .join("\n"),
  });
};

const quotedBelow: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  builder.addInline(quotedBelowMark);
  builder.closeBlock({ trailingLineBreaks: 1 });
  walk(element.children, builder);
};

/** A pasted picture is named where it stands. */
const picture: FormatCallback = ({ attribs }, _walk, builder) => {
  const source: string = attribs.src ?? "";
  if (/^cid:/i.test(source)) builder.addInline(`[${source}]`, { noWordTransform: true });
  else if (attribs.alt) builder.addInline(attribs.alt);
};

/** Tables of e-mails mostly arrange blocks, so a table is read row by row. */
const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline("\u00a0");
};

/** Longest HTML in characters: nested elements cost quadratic time. */
export const maxHtmlChars = 500_000;

const options: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxDepth: 500, ellipsis: "" },
  formatters: { quoted, quotedBelow, picture, cell },
  selectors: [
    { selector: "a", options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true } },
    { selector: "img", format: "picture" },
    { selector: "tr", format: "block", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...["td", "th"].map((selector) => ({ selector, format: "cell" })),
    { selector: "ul", options: { itemPrefix: "- " } },
    { selector: "p", options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } })),
    ...quotes.map((selector) => ({ selector, format: "quoted" })),
    ...quotesBelow.map((selector) => ({ selector, format: "quotedBelow" })),
  ],
};

/** The text of an e-mail's HTML part. Lines that it marks as quoted begin with {@link quotedMark}. */
export function textOfHtml(html: string): string {
  return convert(html.slice(0, maxHtmlChars), options).replaceAll("\u00a0", " ").trim();
}
