import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AuditResult } from "../../../protocol/copilot.ts";
import { leaveOut } from "../../../scripts/setup/test-chance.mjs";
import type { EmbeddingPort } from "../../assistant/models/embeddings/port.ts";
import { createLocalEmbedder } from "../../assistant/models/local/local-embedder.ts";
import { projectRoot } from "../../core/project-root.ts";
import { withTenant } from "../../database/transaction.ts";
import { seedDocuments } from "../../test/support/copilot.ts";
import { copilotDocument } from "../../test/support/copilot-chunks.ts";
import { copilotDesk } from "../../test/support/copilot-desk.ts";
import { type CopilotReader, passagesIn, readWithModel } from "../../test/support/copilot-reader.ts";
import { startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { type ScriptedModel, startScriptedModel } from "../../test/support/scripted-model.ts";

/**
 * Real policies (`../shared/data/README.md`, section 4) that a person tags: 22 questions, and three replies with three wrong figures each.
 * They run with a scripted model that quotes from its prompt, and without a model. The figures are in
 * docs/benchmarks/copilot-and-releases.md.
 */
const folder = join(projectRoot, "../shared/data/helpcentre/github-policies");
const isThere = existsSync(folder);
if (!isThere) console.warn(`skipped: the copilot on real policies (${folder} is not there)`);

const terms = "github-terms/github-terms-of-service.md";
const sponsors = "github-terms/github-sponsors-additional-terms.md";
const secrets = "github-terms/github-secret-scanning-partner-program-agreement.md";

/** A policy, a question, and words of the section that answers it. */
const questions: readonly [policy: string, question: string, section: string][] = [
  [
    terms,
    "Somebody closed their account. When are their repositories gone from our servers?",
    "within 90 days of cancellation",
  ],
  [
    terms,
    "A customer pays by invoice. By when is the money due?",
    "within thirty (30) days of the GitHub invoice date",
  ],
  [terms, "How much notice do users get before prices go up?", "at least 30 days prior"],
  [
    "github-terms/github-marketplace-developer-agreement.md",
    "How can a developer get out of this agreement?",
    "upon thirty (30) days written notice",
  ],
  [
    "github-terms/github-marketplace-terms-of-service.md",
    "How old does somebody have to be to buy an app?",
    "13 years of age or older",
  ],
  [
    "github-terms/github-event-terms.md",
    "May a guest of 18 come to a party where drinks are served?",
    "at least 21 years old",
  ],
  [sponsors, "When does a new maintainer get the first payout?", "60 days after the first sponsorship"],
  [sponsors, "What do we charge a company that sponsors by invoice?", "of 3% per transaction"],
  [sponsors, "Up to what amount do we double donations?", "up to $5,000 USD"],
  [secrets, "How fast must a partner tell us about a leak?", "within 72 hours"],
  [secrets, "How long may the partner keep our metadata?", "delete GitHub Metadata within 30 days"],
  [
    "github-terms/github-educational-use-agreement.md",
    "By when does a school have to send its logo?",
    "no later than 30 days",
  ],
  [
    "privacy-policies/github-subprocessors.md",
    "How early are new subprocessors announced?",
    "at least 30 days in advance",
  ],
  [
    "content-removal-policies/dmca-takedown-policy.md",
    "How long does a user have to take the disputed file out?",
    "approximately 1 business day",
  ],
  [
    "content-removal-policies/guide-to-submitting-a-dmca-counter-notice.md",
    "After a counter notice, when is the content back online?",
    "10-14 days",
  ],
  [
    "other-site-policies/guidelines-for-legal-requests-of-user-data.md",
    "The police want the data of an account kept. For how long do we keep it?",
    "up to 90 days",
  ],
  [
    "acceptable-use-policies/github-appeal-and-reinstatement.md",
    "Until when can somebody object to a suspension?",
    "up to six months",
  ],
  [
    "github-company-policies/github-gifts-and-entertainment-policy.md",
    "A supplier gave me a watch worth 200 dollars. Whom do I tell?",
    "exceeding $150",
  ],
  [
    "other-site-policies/github-username-policy.md",
    "Can I sell my account name to a friend?",
    "solicit other forms of payment",
  ],
  [
    "other-site-policies/github-deceased-user-policy.md",
    "Which papers may relatives have to send us?",
    "copy of the death certificate",
  ],
  [
    "github-terms/github-copilot-extension-developer-policy.md",
    "A user removed the extension. What happens to their data?",
    "within thirty days",
  ],
  [
    "github-terms/github-corporate-terms-of-service.md",
    "What is the most that either side pays for damages?",
    "total cumulative liability",
  ],
];

/** A reply to a customer, and its wrong figures, each with words of the section that contradicts it. */
const replies: readonly { policy: string; text: string; errors: [wrong: string, section: string][] }[] = [
  {
    policy: sponsors,
    text: "Hi Mara, and welcome to GitHub Sponsors. Your first payout is sent 30 days after the first sponsorship is initiated. We match community sponsorship of your account up to $10,000 USD in total. A service fee of 6% per transaction is deducted from invoiced sponsors.",
    errors: [
      ["30 days", "60 days after the first sponsorship"],
      ["10,000", "up to $5,000 USD"],
      ["6%", "of 3% per transaction"],
    ],
  },
  {
    policy: terms,
    text: "Thank you for your questions. You pay the fees within sixty (60) days of the GitHub invoice date. After you cancel, we delete your full profile and the content of your repositories within 30 days of cancellation. We notify users of price increases at least 14 days before the change takes effect.",
    errors: [
      ["60", "within thirty (30) days of the GitHub invoice date"],
      ["30 days", "within 90 days of cancellation"],
      ["14 days", "at least 30 days prior"],
    ],
  },
  {
    policy: secrets,
    text: "Here is what our agreement asks of you. Please notify us within 48 hours of any unauthorized access to Match Data. You delete GitHub Metadata within 90 days after completing the validity check. Either party may terminate for convenience with at least 15 days' written notice.",
    errors: [
      ["48 hours", "within 72 hours"],
      ["90 days", "delete GitHub Metadata within 30 days"],
      ["15 days", "at least 30 days' written notice"],
    ],
  },
];

/** All questions when PARLEY_TEST_HEAVY is set, otherwise only those on the policies of the replies, which saves most of the vectors. */
const isHeavy = process.env["PARLEY_TEST_HEAVY"] !== undefined;
const asked = questions.filter(([policy]) => isHeavy || replies.some((reply) => reply.policy === policy));
if (isThere && !isHeavy)
  leaveOut(`${questions.length - asked.length} of ${questions.length} questions on real policies`);

let test: TestHttp;
let server: ScriptedModel;
let desk: ReturnType<typeof copilotDesk>;
let withoutModel: TestHttp["ctx"]["copilot"]["workersFor"];
let versions: Map<string, string>;
const version = (policy: string) => versions.get(`${policy} 1`) ?? "";

beforeAll(async () => {
  if (!isThere) return;
  [test, server] = await Promise.all([startTestHttp(), startScriptedModel()]);
  desk = copilotDesk(test);
  withoutModel = test.ctx.copilot.workersFor;
  const embeddings = remembering(createLocalEmbedder({}));
  test.ctx.copilot.embeddings = embeddings;
  const policies = [...new Set([...asked.map(([policy]) => policy), ...replies.map(({ policy }) => policy)])];
  const documents = policies.map((policy) => ({
    title: policy,
    versions: [copilotDocument(readFileSync(join(folder, policy), "utf8")).chunks.map(({ text }) => text)],
  }));
  versions = await seedDocuments(test.db, test.a.tenant_id, documents);
  await embeddings.embed(
    documents.flatMap(({ versions: [passages = []] }) => passages),
    { priority: "bulk" },
  );
}, 600_000);
afterAll(async () => {
  await test?.[Symbol.asyncDispose]();
  await server?.close();
});

/** The built-in embedding model with a cache, so that it embeds each passage once. */
function remembering(embedder: EmbeddingPort): EmbeddingPort {
  const known = new Map<string, Float32Array>();
  return {
    model: embedder.model,
    async embed(texts, options) {
      const fresh = [...new Set(texts.filter((text) => !known.has(text)))];
      const vectors = fresh.length > 0 ? await embedder.embed(fresh, options) : [];
      for (const [at, text] of fresh.entries()) known.set(text, vectors[at] ?? new Float32Array());
      return texts.map((text) => known.get(text) ?? new Float32Array());
    },
    close: () => embedder.close(),
  };
}

const plain = (text: string) => text.replace(/[’‘]/gu, "'").replace(/\s+/gu, " ");
const has = (text: string, words: string) => plain(text).includes(words);

/** Texts of the passages that a message shows. */
async function shownTexts(ids: readonly (string | null)[]): Promise<string[]> {
  return withTenant(test.db, test.a.tenant_id, async (tx) => {
    const { rows } = await tx.query<{ text: string }>("select text from chunks where id = any($1::uuid[])", [
      ids.filter((id) => id !== null),
    ]);
    return rows.map(({ text }) => text);
  });
}

const tag = (policy: string, action?: "inquire" | "audit") => ({
  mentions: { documents: [version(policy)], ...(action ? { action } : {}) },
});

/** Scripts the model: it quotes the passage with these words from its prompt, or answers that it found none. */
function readFor(reader: CopilotReader, section: string): void {
  reader.says.inquire = (user) => {
    const passage = passagesIn(user).find(({ text }) => has(text, section));
    const quote = passage && plain(passage.text).match(/[^.]*$/u) && passage.text.slice(0, 120);
    return passage
      ? {
          answer: `See here [${passage.number}].`,
          proof: [{ passage: passage.number, quote }],
          documents: [],
          confidence: 0.9,
        }
      : { answer: "", proof: [], documents: [], confidence: 0.1 };
  };
}

it.skipIf(!isThere)(
  "answers ten of eleven questions on tagged policies from the right section, and stops at none",
  async () => {
    const reader = readWithModel(test.ctx.copilot, server);
    const withModel = test.ctx.copilot.workersFor;
    const wrong = { model: [] as string[], without: [] as string[], stopped: [] as string[] };
    for (const [policy, question, section] of asked) {
      test.ctx.copilot.workersFor = withModel;
      readFor(reader, section);
      const read = await desk.ask(await desk.begin(), question, tag(policy));
      if (read.state !== "done") wrong.stopped.push(`model: ${question}`);
      else if (
        !(await shownTexts(read.body?.excerpts.map((each) => each.chunk_id) ?? [])).some((text) => has(text, section))
      )
        wrong.model.push(question);
      test.ctx.copilot.workersFor = withoutModel;
      const quoted = await desk.ask(await desk.begin(), question, tag(policy));
      if (quoted.state !== "done") wrong.stopped.push(`without: ${question}`);
      else if (
        !(await shownTexts(quoted.body?.excerpts.map((each) => each.chunk_id) ?? [])).some((text) => has(text, section))
      )
        wrong.without.push(question);
    }
    const all = asked.length;
    console.info(
      `questions on tagged policies: right section with a model ${all - wrong.model.length} of ${all}, without ${all - wrong.without.length} of ${all}; stopped ${wrong.stopped.length}`,
      wrong,
    );
    expect(wrong.stopped).toEqual([]);
    const most = Math.ceil(all / 11);
    expect(wrong.model.length).toBeLessThanOrEqual(most);
    expect(wrong.without.length).toBeLessThanOrEqual(most);
  },
  600_000,
);

it.skipIf(!isThere)(
  "hands each wrong figure of three replies to the model with the right section, and marks it without one",
  async () => {
    const reader = readWithModel(test.ctx.copilot, server);
    const withModel = test.ctx.copilot.workersFor;
    const missed = { handed: [] as string[], marked: [] as string[] };
    for (const { policy, text, errors } of replies) {
      test.ctx.copilot.workersFor = withModel;
      const before = reader.asks("audit").length;
      const audited = await desk.ask(await desk.begin(), "Check this reply", {
        ...tag(policy, "audit"),
        attached: text,
      });
      expect(audited.state).toBe("done");
      const user = reader.asks("audit")[before] ?? "";
      const passages = passagesIn(user);
      for (const [wrong, section] of errors) {
        const block = [...user.matchAll(/<text number="\d+" nearest="([\d,]*)">\n([^<]*)\n<\/text>/gu)].find(
          ([, , words = ""]) => words.includes(wrong),
        );
        const nearest = (block?.[1] ?? "").split(",").map(Number);
        const isHanded = passages.some(({ number, text: words }) => nearest.includes(number) && has(words, section));
        if (!isHanded) missed.handed.push(`${policy}: ${wrong}`);
      }
      test.ctx.copilot.workersFor = withoutModel;
      const beside = await desk.ask(await desk.begin(), "Check this reply", {
        ...tag(policy, "audit"),
        attached: text,
      });
      const result = beside.body?.result as AuditResult; // the action was tagged
      for (const [wrong] of errors) {
        const line = result.beside.find(({ here }) => here.text.includes(wrong));
        if (!line?.changes.some(({ here }) => here.includes(wrong) || wrong.includes(here)))
          missed.marked.push(`${policy}: ${wrong} (${JSON.stringify(line?.changes)})`);
      }
    }
    console.info(
      `planted errors: handed with the right section ${9 - missed.handed.length} of 9; marked without a model ${9 - missed.marked.length} of 9`,
      missed,
    );
    expect(missed).toEqual({ handed: [], marked: [] });
  },
  600_000,
);
