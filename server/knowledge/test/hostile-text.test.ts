import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { hostileShapes } from "../../../lab/faults/hostile-shapes.ts";
import { maxMessageChars } from "../../../protocol/requests.ts";
import { shownPlace } from "../../../ui/links/shown-place.ts";
import { plainText } from "../../../ui/markdown/plain-text.ts";
import { entryIdOf, isPersonal } from "../../assistant/cache/admission.ts";
import { featuresOf, reuseRefusal } from "../../assistant/cache/reuse-refusal.ts";
import { intentOf, smallTalkReply } from "../../assistant/intent.ts";
import { saidIn } from "../../assistant/memory/said.ts";
import { isSensitive } from "../../assistant/memory/sensitive.ts";
import { plainWords, storable } from "../../assistant/memory/statement.ts";
import { readAs } from "../../assistant/models/chat/ask-json.ts";
import { citationsIn, MarkFilter } from "../../assistant/models/chat/citation-marks.ts";
import { cleanJson, cleanText, jsonIn } from "../../assistant/models/chat/clean-text.ts";
import { statusError } from "../../assistant/models/chat/failures.ts";
import { givesAway } from "../../assistant/models/chat/leak-guard.ts";
import { guidanceSecrets } from "../../assistant/models/chat/leak-secrets.ts";
import { parted } from "../../assistant/models/chat/thought-filter.ts";
import { createModels } from "../../assistant/models/create-models.ts";
import { readQuestion } from "../../assistant/models/extractive/confidence.ts";
import { cleanMarkdown, withMemories } from "../../assistant/models/extractive/write-section.ts";
import { weighConversation } from "../../assistant/search/boosts.ts";
import { comparableText } from "../../assistant/search/select-results.ts";
import { paragraphsOf } from "../../copilot/models/paragraphs.ts";
import { wordChanges } from "../../copilot/models/word-changes.ts";
import { namesByTitle } from "../../copilot/name-documents.ts";
import { textWithin } from "../../copilot/nodes/resolve-documents.ts";
import { forStrangers } from "../../copilot/with-web.ts";
import { asksForPerson } from "../../core/text/asks-for-person.ts";
import { claimsByMark, quoteFor } from "../../core/text/claims.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import { withoutInvisible } from "../../core/text/invisible.ts";
import { languageOf } from "../../core/text/language.ts";
import { redact } from "../../core/text/redact.ts";
import { refersBack } from "../../core/text/references.ts";
import { markText, snippetOf } from "../../core/text/search-marks.ts";
import { searchTerms, searchWords } from "../../core/text/search-words.ts";
import { searchableText } from "../../core/text/searchable-text.ts";
import { SecretFilter } from "../../core/text/secret-filter.ts";
import { withoutSecrets } from "../../core/text/secrets.ts";
import { sentenceSpans } from "../../core/text/sentences.ts";
import { shorten, shortenAtWord } from "../../core/text/shorten.ts";
import { copilotDocument, chunkOf as passageOf } from "../../test/support/copilot-chunks.ts";
import { lostParts } from "../../tickets/agent-assist/kept-parts.ts";
import { pickedSentences } from "../../tickets/turns/thread-summary.ts";
import { cleanText as cleanResult, looksLikeHtml, readable, redactValue } from "../../tools/readable.ts";
import { renderTemplate } from "../../tools/template.ts";
import { passagesOf } from "../documents/split.ts";
import { cleanAnswer } from "../gaps/clean-answer.ts";
import { decodeText } from "../reading/child/decode-text.ts";
import { readCsv } from "../reading/csv/read-csv.ts";
import { slimXml, textOfXml } from "../reading/docx/unpack-docx.ts";
import { foldQuotes } from "../reading/emails/fold-quotes.ts";
import { textOfHtml } from "../reading/emails/html-text.ts";
import { hideReplyAddress } from "../reading/emails/reply-secrets.ts";
import { extract } from "../reading/extract/extract.ts";
import { detectFormat } from "../reading/extract/format.ts";
import { titleFromSource } from "../reading/extract/title.ts";

/** Longest call, in ms. A slower call delays every visitor. */
const maxMs = 50;
/** Attempts per call; the best one counts, because other tests load the machine at the same time. */
const tries = 4;
/** Much longer than a real passage. */
const sectionChars = 8_000;
/** Longest stored passage, in characters. */
const passageChars = 2_000;
const emailChars = 10_000;
/** Longest part of a tool result that is read, in characters. */
const resultChars = 40_000;
/** 1,200 tokens of 24 characters. */
const replyChars = 28_800;

/**
 * CPU time of this thread, in ms. On a machine with more processes than cores, elapsed time says little. Falls back to elapsed time on
 * systems other than Linux.
 */
function workedMs(): number {
  if (process.platform !== "linux") return performance.now();
  return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
}

type Read = (text: string) => unknown;

async function bestMs(read: Read, text: string, limitMs: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let at = 0; at < tries && best > limitMs; at += 1) {
    const began = workedMs();
    await read(text);
    best = Math.min(best, workedMs() - began);
  }
  return best;
}

/** Lists slow calls: function, shape, milliseconds. */
async function slowOnes(reads: Record<string, Read>, chars: number, limitMs = maxMs): Promise<string[]> {
  const slow: string[] = [];
  for (const { name: shape, text } of hostileShapes(chars)) {
    for (const [name, read] of Object.entries(reads)) {
      const ms = await bestMs(read, text, limitMs);
      if (ms > limitMs) slow.push(`${name} of ${shape}: ${Math.round(ms)} ms`);
    }
  }
  return slow;
}

const tenant = { name: "Acme", tone: "", locale: "en", threshold: 0.7, answer_mode: "stream_first" as const };
const chunkOf = (text: string) => ({
  chunk_id: "c",
  document_id: "d",
  version_id: "v",
  title: "Guide",
  source: "guide.md",
  url: null,
  page: null,
  heading: null,
  text,
  score: 1,
  parts: { bm25: 1 },
});
const chunk = chunkOf(
  "Two-factor authentication needs an app. Navigate to Settings and click it. The fee is 5 euros, see a/b.",
);
const earlier = { role: "visitor" as const, content: "What is the difference between Basic and Pro?" };
const known = featuresOf("How do I reset my password?", "en");

/** Generates and grades an answer with the answerer that uses no model. */
async function answer(question: string, passage: string): Promise<void> {
  const none = {
    small: undefined,
    large: undefined,
    openaiApiKey: undefined,
    openaiBaseUrl: undefined,
    ollamaBaseUrl: undefined,
  };
  const models = createModels({ provider: "extractive", ...none }, { paceMs: 0 });
  const model = models.forTurn({ tenant, recordCall: () => undefined });
  const input = { question, history: [], chunks: [chunkOf(passage)], tenant };
  const given = await model.generate(input, () => undefined, new AbortController().signal);
  await model.grade({ ...input, answer: given }, new AbortController().signal);
}

const message: Record<string, Read> = {
  "the answerer": (text) => answer(text, chunk.text),
  intentOf,
  smallTalkReply: (text) => smallTalkReply(text.slice(0, 119), tenant),
  asksForPerson,
  languageOf: (text) => languageOf(text),
  redact,
  isSensitive,
  isPersonal,
  withoutInvisible,
  estimateTokens,
  searchWords: (text) => searchWords(text),
  searchTerms: (text) => searchTerms(text.slice(0, 200), true),
  refersBack: (text) => refersBack(text),
  "refersBack, German": (text) => refersBack(text, "de"),
  withMemories: (text) => withMemories(text, ["Their plan is Pro."]),
  weighConversation: (text) => weighConversation(text, [{ ...earlier, content: text }]),
  entryIdOf: (text) => entryIdOf(text, { locale: "en", fingerprint: "f" }),
  featuresOf: (text) => isPersonal(text) || reuseRefusal(featuresOf(text, "en"), known),
  "featuresOf of its beginning": (text) => reuseRefusal(featuresOf(text.slice(0, 500), "en"), known),
  readQuestion: (text) => readQuestion(text, "en"),
  "readQuestion, German": (text) => readQuestion(text, "de"),
  "readQuestion, Chinese": (text) => readQuestion(text, "zh"),
  pickedSentences: (text) => pickedSentences([{ ...earlier, content: text }]),
  saidIn: (text) => saidIn([{ message: { id: "m", role: "visitor", content: text } }]),
  storable,
  plainWords,
  cleanAnswer,
  shortenAtWord: (text) => [shorten(text, 200), shortenAtWord(text, 200)],
  namesByTitle: (text) =>
    namesByTitle(
      {
        text,
        documents: [{ ...copilotDocument("Terms").document, title: text.slice(0, 200) }],
        said: [],
        registry: [],
      },
      { needsDocuments: true },
    ),
  "paragraphsOf and wordChanges": (text) => [paragraphsOf([passageOf(text)]), wordChanges(text, `${text} 30 days`)],
  textWithin,
  forStrangers,
};

const emailHints = { inbound: "replies@in.example", tokens: ["a1".repeat(16)], addresses: [], names: ["Shop"] };
const quoteFacts = { ...emailHints, secrets: [], subject: "Re: Your tent", from: null, hasFiles: false };
const inboundEmail: Record<string, Read> = {
  foldQuotes: (text) => foldQuotes(text, quoteFacts),
  hideReplyAddress: (text) => hideReplyAddress(text, emailHints),
};

const document: Record<string, Read> = {
  detectFormat: (text) => detectFormat(text, text.slice(0, 2_000)),
  "extract text": (text) => extract(text, "text"),
  titleFromSource,
  decodeText: (text) => decodeText(Buffer.from(text)),
  slimXml: (text) => [slimXml(text), textOfXml(text)],
  passagesOf: (text) => [...passagesOf([{ type: "paragraph", text }], "Guide")],
  sentenceSpans: (text) => sentenceSpans(text),
  searchableText,
  comparableText,
  cleanMarkdown,
  "the answerer": (text) => answer("How do I set up two-factor authentication?", text.slice(0, passageChars)),
  markText: (text) => [
    markText(text, searchTerms("two factor", true)),
    snippetOf(text, searchTerms("two factor", true)),
  ],
};

/** Functions that run in the parser's process, which has its own time limit. They use whole libraries. */
const file: Record<string, Read> = {
  "extract Markdown": (text) => extract(text, "markdown"),
  "extract HTML": (text) => extract(`<html><body>${text}</body></html>`, "html"),
  "text of an e-mail's HTML": textOfHtml,
  readCsv: (text) => readCsv(`question,answer\nHow?,${text}`, []),
};
const maxFileMs = 1_000;

const result: Record<string, Read> = {
  cleanText: (text) => cleanResult(text),
  redactValue: (text) => redactValue({ a: [text] }),
  looksLikeHtml,
  readable: (text) => readable(text, undefined),
  "readable fields": (text) => readable("", { [text.slice(0, 100)]: text }),
  renderTemplate: (text) => renderTemplate("{{a}} {{#b}}{{.}}{{/b}}", { a: text, b: [text] }),
  "renderTemplate of it": (text) => renderTemplate(text.slice(0, 4_000), {}),
};

const secrets = guidanceSecrets([
  { label: "guidance", text: 'Never say "we are going bankrupt next year". Be kind to people who wait.' },
]);

const reply: Record<string, Read> = {
  parted,
  MarkFilter: (text) => {
    const filter = new MarkFilter(3, () => undefined);
    filter.push(text);
    filter.end();
  },
  SecretFilter: (text) => {
    const filter = new SecretFilter(() => undefined);
    filter.push(text);
    filter.end();
  },
  withoutSecrets,
  givesAway: (text) => givesAway(text, secrets),
  cleanText,
  cleanJson,
  jsonIn,
  readAs: (text) => readAs(z.object({ score: z.number() }), text),
  statusError: (text) => statusError(400, {}, text),
  claimsByMark,
  quoteFor: (text) => quoteFor("Two-factor authentication needs an app", text.slice(0, sectionChars), "en"),
  citationsIn: (text) => citationsIn(text, { chunks: [chunk], results: [] }),
  lostParts: (text) => lostParts(text, text),
  plainText,
  shownPlace: (text) => shownPlace(text.slice(0, 2_000), "https://example.com/a"),
};

describe("no text of others holds the process up", { timeout: 240_000 }, () => {
  it("a visitor's message", async () => {
    expect(await slowOnes(message, maxMessageChars)).toEqual([]);
  });
  it("an inbound e-mail", async () => {
    expect(await slowOnes(inboundEmail, emailChars)).toEqual([]);
  });
  it("a document", async () => {
    expect(await slowOnes(document, sectionChars)).toEqual([]);
    expect(await slowOnes(file, sectionChars, maxFileMs)).toEqual([]);
  });
  it("a tool's result", async () => {
    expect(await slowOnes(result, resultChars)).toEqual([]);
  });
  it("a model's reply", async () => {
    expect(await slowOnes(reply, replyChars)).toEqual([]);
  });
});
