import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import type { Citation } from "../../../protocol/messages.ts";
import { createSupportGraph } from "../graph.ts";
import {
  type AssistantPorts,
  type CachedAnswer,
  type ClarifyInput,
  type EscalateInput,
  type FinishInput,
  type GradeResult,
  type HistoryMessage,
  type HumanDecision,
  ModelFailure,
  type ModelPort,
  type RetrievedChunk,
} from "../ports.ts";
import { resumeTurn, runTurn } from "../run-turn.ts";

const chunkText = "Refunds are paid within five days to the card that was charged.";

function chunkOf(id: string): RetrievedChunk {
  return {
    chunk_id: id,
    document_id: `d-${id}`,
    version_id: `v-${id}`,
    title: `Title ${id}`,
    source: `${id}.md`,
    url: `https://docs.example/${id}`,
    page: null,
    heading: null,
    text: chunkText,
    score: 0.8,
    parts: {},
  };
}

const citation: Citation = { index: 1, chunk_id: "c1", title: "Title c1", quote: "Refunds are paid within five days" };

function gradeOf(score: number): GradeResult {
  return {
    score,
    tier: score > 0.75 ? "high" : score < 0.5 ? "low" : "medium",
    reason: "test",
    supported: [],
    unsupported: [],
    missing: [],
  };
}

interface Fake extends AssistantPorts {
  log: string[];
  tokens: string[];
  finished: FinishInput[];
  escalated: EscalateInput[];
  human: HumanDecision[];
  asked: ClarifyInput[];
  lookups: string[];
  stored: string[];
}

interface FakeOptions {
  model?: Partial<ModelPort>;
  score?: number;
  mode?: "stream_first" | "verify_first";
  chunks?: RetrievedChunk[];
  hit?: (question: string) => CachedAnswer | null;
  hitByPassages?: (question: string, passages: readonly string[]) => CachedAnswer | null;
  stopped?: () => boolean;
}

function fakePorts(options: FakeOptions = {}): Fake {
  const fake = {
    log: [],
    tokens: [],
    finished: [],
    escalated: [],
    human: [],
    asked: [],
    lookups: [],
    stored: [],
  } as Pick<Fake, "log" | "tokens" | "finished" | "escalated" | "human" | "asked" | "lookups" | "stored">;
  const model: ModelPort = {
    contextualize: async ({ question }) => ({ question, unchanged: true }),
    generate: async (_input, onToken) => {
      for (const piece of ["Within ", "five days ", "[1]."]) onToken(piece);
      return { text: "Within five days [1].", citations: [citation] };
    },
    grade: async () => gradeOf(options.score ?? 0.9),
    summarize: async () => "wants a refund",
    usage: () => ({ input_tokens: 1, output_tokens: 1, cached_tokens: 0, cost_micros: 0 }),
    ...options.model,
  };
  return {
    ...fake,
    tenant: { name: "Acme", tone: "", locale: "en", threshold: 0.7, answer_mode: options.mode ?? "stream_first" },
    model,
    cache: {
      lookup: async (question) => {
        fake.lookups.push(question);
        return options.hit?.(question) ?? null;
      },
      lookupByPassages: async (question, passages) => options.hitByPassages?.(question, passages) ?? null,
      store: async ({ question }) => {
        fake.stored.push(question);
      },
    },
    signal: new AbortController().signal,
    search: async () => options.chunks ?? [chunkOf("c1"), chunkOf("c2")],
    loadChunks: async (ids) => ids.map(chunkOf),
    emit: (type, payload) => {
      if (type === "token") fake.tokens.push((payload as { content: string }).content);
      else fake.log.push(`${type}:${(payload as { node: string }).node}`);
    },
    isStopped: options.stopped ?? (() => false),
    finish: async (input) => {
      fake.finished.push(input);
    },
    escalate: async (input) => {
      fake.escalated.push(input);
      return { ticket_number: 1042 };
    },
    clarify: async (input) => {
      fake.asked.push(input);
    },
    finishHuman: async (decision) => {
      fake.human.push(decision);
    },
  };
}

const turn = (question: string, history: HistoryMessage[] = []) => ({
  ticketId: "t1",

  question,
  history,
});
const decision: HumanDecision = {
  type: "resolve",
  answer: "Done by hand.",
  message_id: "m1",
  agent: { id: "a1", name: "Ann" },
};
const earlier: HistoryMessage[] = [
  { role: "visitor", content: "How do refunds work?" },
  { role: "assistant", content: "They are paid within five days." },
];

describe("a question", () => {
  it("goes through every step to a stored, cached answer", async () => {
    const ports = fakePorts();
    const outcome = await runTurn(createSupportGraph(new MemorySaver()), {
      ...turn("How long does a refund take?"),
      ports,
    });
    expect(outcome).toMatchObject({ outcome: "finished", answer: "Within five days [1].", is_cache_hit: false });
    expect(ports.log).toEqual([
      "status:check_cache",
      "status:retrieve",
      "status:retrieve",
      "status:generate",
      "status:grade",
    ]);
    expect(ports.tokens.join("")).toBe("Within five days [1].");
    expect(ports.finished).toHaveLength(1);
    expect(ports.stored).toEqual(["How long does a refund take?"]);
    expect(ports.lookups).toEqual(["How long does a refund take?"]);
  });

  it("about the company itself is searched with the company's name when nothing reliable is found without", async () => {
    const searched: string[] = [];
    const ask = async (question: string, history: HistoryMessage[] = []) => {
      const ports = fakePorts({
        score: 0.9,
        model: { assess: async (input) => gradeOf(input.question.includes("Acme") ? 0.9 : 0.3) },
      });
      ports.search = async (text) => {
        searched.push(text);
        return [chunkOf("c1")];
      };
      await runTurn(createSupportGraph(new MemorySaver()), { ...turn(question, history), ports });
      return searched.splice(0);
    };
    expect(await ask("What does it cost?")).toEqual(["What does it cost?", "What does Acme cost?"]);
    expect(await ask("What does delivery cost?")).toEqual(["What does delivery cost?"]);
    expect(await ask("What does it cost?", earlier)).toEqual(["What does it cost?"]);
    const notUnderstood: HistoryMessage[] = [
      { role: "visitor", content: "asdf qwe zxcv" },
      { role: "assistant", content: "I didn't understand that. Could you put it another way?" },
    ];
    expect(await ask("What does it cost?", notUnderstood)).toHaveLength(2);
  });

  it("ends at the cache when the same was asked before", async () => {
    const hit: CachedAnswer = {
      answer: "Five days [1].",
      citations: [citation],
      grade: gradeOf(0.9),
      question: "q",
      kind: "exact",
      similarity: 1,
    };
    const ports = fakePorts({ hit: () => hit });
    const outcome = await runTurn(createSupportGraph(new MemorySaver()), {
      ...turn("How long does a refund take?"),
      ports,
    });
    expect(outcome).toMatchObject({ outcome: "finished", is_cache_hit: true, answer: "Five days [1]." });
    expect(ports.tokens).toEqual([]);
    expect(ports.stored).toEqual([]);
  });

  it("ends after the search when the cache has an answer from the same passages", async () => {
    const asked: [string, readonly string[]][] = [];
    const hitByPassages = (question: string, passages: readonly string[]): CachedAnswer => {
      asked.push([question, passages]);
      return {
        answer: "Five days [1].",
        citations: [citation],
        grade: gradeOf(0.9),
        question: "q",
        kind: "nearest",
        similarity: 0.75,
      };
    };
    const ports = fakePorts({ hitByPassages });
    const outcome = await runTurn(createSupportGraph(new MemorySaver()), {
      ...turn("When is my money back?"),
      ports,
    });
    expect(outcome).toMatchObject({ outcome: "finished", is_cache_hit: true, answer: "Five days [1]." });
    expect(asked).toEqual([["When is my money back?", ["c1", "c2"]]]);
    expect(ports.tokens).toEqual([]);
    expect(ports.stored).toEqual([]);
  });

  it("that leans on the conversation is rewritten before the cache is asked, and its answer is not cached", async () => {
    const contextualize: ModelPort["contextualize"] = async () => ({
      question: "How long does a refund take for annual plans?",
      unchanged: false,
    });
    const ports = fakePorts({ model: { contextualize } });
    const outcome = await runTurn(createSupportGraph(new MemorySaver()), {
      ...turn("what about annual plans?", earlier),
      ports,
    });
    expect(outcome).toMatchObject({ rephrased_question: "How long does a refund take for annual plans?" });
    expect(ports.lookups).toEqual(["How long does a refund take for annual plans?"]);
    expect(ports.stored).toEqual([]);
  });

  it("is answered without the conversation when it stands alone", async () => {
    let seen = -1;
    const generate: ModelPort["generate"] = async (input) => {
      seen = input.history.length;
      return { text: "Yes [1].", citations: [citation] };
    };
    await runTurn(createSupportGraph(new MemorySaver()), {
      ...turn("Can I export my contact list?", earlier),
      ports: fakePorts({ model: { generate } }),
    });
    expect(seen).toBe(0);
  });

  it.each<[string, string, ModelPort["contextualize"]]>([
    ["came back unchanged", "how much is it?", async ({ question }) => ({ question, unchanged: true })],
    ["came back unchanged", "and in white?", async ({ question }) => ({ question, unchanged: true })],
    ["failed", "Is there a discount for schools?", () => Promise.reject(new ModelFailure("timeout", "late"))],
    [
      "gave no question",
      "Is there a discount for schools?",
      async ({ question }) => ({ question, unchanged: true, failed: true }),
    ],
  ])("whose rewriting %s is answered with the conversation, and not cached: %s", async (_name, question, rewrite) => {
    let seen: HistoryMessage[] = [];
    const generate: ModelPort["generate"] = async (input) => {
      seen = input.history;
      return { text: "Yes [1].", citations: [citation] };
    };
    const ports = fakePorts({ model: { generate, contextualize: rewrite } });
    await runTurn(createSupportGraph(new MemorySaver()), { ...turn(question, earlier), ports });
    expect(seen).toEqual(earlier);
    expect(ports.stored).toEqual([]);
  });

  it("shows nothing before the grade when the tenant verifies first", async () => {
    const ports = fakePorts({ mode: "verify_first" });
    await runTurn(createSupportGraph(new MemorySaver()), { ...turn("How long does a refund take?"), ports });
    expect(ports.tokens).toEqual([]);
    expect(ports.finished[0]?.answer).toBe("Within five days [1].");
  });
});

describe("a person is asked", () => {
  const cases: [name: string, question: string, options: FakeOptions, reason: string][] = [
    ["when the grade is low", "How long does a refund take?", { score: 0.3 }, "low_grade"],
    ["when nothing is found", "How long does a refund take?", { chunks: [] }, "no_documents"],
    ["when the visitor wants one", "I want to talk to a human", {}, "asked_for_person"],
    [
      "when the model fails while writing",
      "How long?",
      { model: { generate: () => Promise.reject(new ModelFailure("unavailable", "down", { partial: "With" })) } },
      "model_failure",
    ],
    [
      "when the grade cannot be had",
      "How long does it take?",
      { model: { grade: () => Promise.reject(new ModelFailure("malformed", "no JSON")) } },
      "model_failure",
    ],
    [
      "when the model finds no answer in the passages",
      "How long?",
      { model: { generate: async () => ({ text: "", citations: [], saysNone: true }) } },
      "no_documents",
    ],
    [
      "when the answer is empty",
      "How long?",
      { model: { generate: async () => ({ text: "", citations: [] }) } },
      "low_grade",
    ],
  ];
  it.each(cases)("%s", async (_name, question, options, reason) => {
    const ports = fakePorts(options);
    const outcome = await runTurn(createSupportGraph(new MemorySaver()), { ...turn(question), ports });
    expect(outcome).toEqual({ outcome: "escalated", reason, ticket_number: 1042 });
    expect(ports.finished).toEqual([]);
    expect(ports.escalated[0]?.summary).not.toBe("");
  });

  it("with the draft, its grade and the passages beside it", async () => {
    const ports = fakePorts({ score: 0.3 });
    await runTurn(createSupportGraph(new MemorySaver()), { ...turn("How long does a refund take?"), ports });
    expect(ports.escalated[0]?.draft).toMatchObject({
      content: "Within five days [1].",
      grade: { score: 0.3 },
      citations: [citation],
    });
    expect(ports.escalated[0]?.draft?.chunks.map((chunk) => chunk.text)).toEqual([chunkText, chunkText]);
  });

  it("and a weak answer is never shown when the evidence can be judged first", async () => {
    const ports = fakePorts({ score: 0.3, model: { assess: async () => gradeOf(0.3) } });
    await runTurn(createSupportGraph(new MemorySaver()), { ...turn("How long does a refund take?"), ports });
    expect(ports.tokens).toEqual([]);
    expect(ports.escalated[0]?.draft?.content).toBe("Within five days [1].");
  });

  it("only once the pause is on disk", async () => {
    const saver = new MemorySaver();
    const graph = createSupportGraph(saver);
    let paused = false;
    const ports = fakePorts({ score: 0.1 });
    const escalate: AssistantPorts["escalate"] = async (input) => {
      paused = (await graph.getState({ configurable: { thread_id: "t1" } })).next.includes("await_human");
      return ports.escalate(input);
    };
    await runTurn(graph, { ...turn("How long does a refund take?"), ports: { ...ports, escalate } });
    expect(paused).toBe(true);
  });
});

describe("a paused ticket", () => {
  it("goes on with the person's decision, once, and is done", async () => {
    const graph = createSupportGraph(new MemorySaver());
    await runTurn(graph, { ...turn("How long does a refund take?"), ports: fakePorts({ score: 0.1 }) });
    const ports = fakePorts();
    expect(await resumeTurn(graph, { ticketId: "t1", decision, ports })).toEqual({
      outcome: "finished",
      resumed: true,
    });
    expect(ports.human).toEqual([decision]);
    expect((await graph.getState({ configurable: { thread_id: "t1" } })).next).toEqual([]);
  });

  it("gets the person's answer even when its thread is gone", async () => {
    const ports = fakePorts();
    expect(await resumeTurn(createSupportGraph(new MemorySaver()), { ticketId: "t9", decision, ports })).toEqual({
      outcome: "finished",
      resumed: false,
    });
    expect(ports.human).toEqual([decision]);
  });

  it("starts afresh with the visitor's next turn", async () => {
    const graph = createSupportGraph(new MemorySaver());
    await runTurn(graph, { ...turn("How long does a refund take?"), ports: fakePorts({ score: 0.1 }) });
    await resumeTurn(graph, { ticketId: "t1", decision, ports: fakePorts() });
    const ports = fakePorts();
    const outcome = await runTurn(graph, { ...turn("thanks"), ports });
    expect(outcome).toMatchObject({ outcome: "finished", citations: [], grade: null });
    expect(ports.escalated).toEqual([]);
    const next = fakePorts();
    expect(await runTurn(graph, { ...turn("Where is the invoice list?"), ports: next })).toMatchObject({
      outcome: "finished",
    });
    expect(next.log).toContain("status:grade");
  });
});

describe("a ticket handed back without a decision", () => {
  it("takes the next message as a new turn and forgets the pause", async () => {
    const graph = createSupportGraph(new MemorySaver());
    await runTurn(graph, { ...turn("How long does a refund take?"), ports: fakePorts({ score: 0.1 }) });
    const ports = fakePorts();
    const outcome = await runTurn(graph, { ...turn("Where is the invoice list?"), ports });
    expect(outcome).toMatchObject({ outcome: "finished" });
    expect((await graph.getState({ configurable: { thread_id: "t1" } })).next).toEqual([]);
  });
});

describe("a turn", () => {
  it("points to the buttons when a word was written beside a change that waits for approval", async () => {
    const ports = fakePorts();
    await runTurn(createSupportGraph(new MemorySaver()), { ...turn("yes", earlier), isBesideApproval: true, ports });
    expect(ports.finished).toMatchObject([{ answer: expect.stringMatching(/^Please choose Approve or Decline/) }]);
    expect([ports.lookups, ports.log]).toEqual([[], []]);
  });

  it("answers small talk without search, cache or model", async () => {
    const ports = fakePorts({ model: { generate: () => Promise.reject(new Error("not asked")) } });
    const outcome = await runTurn(createSupportGraph(new MemorySaver()), { ...turn("thanks, bye!"), ports });
    expect(outcome).toMatchObject({ outcome: "finished" });
    expect(ports.log).toEqual([]);
    expect(ports.lookups).toEqual([]);
    expect(ports.finished[0]?.answer).toMatch(/bye/i);
  });

  it("says nothing more once it was stopped", async () => {
    let stopped = false;
    const generate: ModelPort["generate"] = async (_input, onToken) => {
      onToken("Within ");
      stopped = true;
      onToken("five days");
      return { text: "Within five days", citations: [] };
    };
    const ports = fakePorts({ model: { generate }, stopped: () => stopped });
    expect(
      await runTurn(createSupportGraph(new MemorySaver()), { ...turn("How long does a refund take?"), ports }),
    ).toEqual({ outcome: "stopped" });
    expect(ports.tokens).toEqual(["Within "]);
    expect([...ports.finished, ...ports.escalated]).toEqual([]);
  });

  it("fails with the error of a broken search", async () => {
    const ports = { ...fakePorts(), search: () => Promise.reject(new Error("database is away")) };
    await expect(
      runTurn(createSupportGraph(new MemorySaver()), { ...turn("How long does a refund take?"), ports }),
    ).rejects.toThrow("database is away");
  });

  it("leaves no texts of passages, no history and no functions in its checkpoints", async () => {
    const saver = new MemorySaver();
    const history: HistoryMessage[] = [{ role: "visitor", content: "earlier words of the visitor" }];
    await runTurn(createSupportGraph(saver), {
      ...turn("How long does a refund take?", history),
      ports: fakePorts({ score: 0.1 }),
    });
    const stored = JSON.stringify([saver.storage, saver.writes], (_key, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : value,
    );
    expect(stored).toContain("How long does a refund take?");
    expect(stored).not.toContain(chunkText);
    expect(stored).not.toContain("earlier words");
    expect(stored).not.toMatch(/passages|loadChunks|finishHuman"/);
    expect(stored.length).toBeLessThan(12_000);
  });
});

describe("a message that points at several things", () => {
  const readings = ["Basic", "Pro"].map((label) => ({ label, question: `How much is ${label}?` }));
  const model: Partial<ModelPort> = {
    contextualize: async ({ question }) => ({ question, unchanged: true, readings }),
  };
  const asking = () => {
    const ports = fakePorts({ model });
    ports.tenant.clarify = true;
    return ports;
  };

  it("is asked back once the pause is on disk, and goes on with what is chosen", async () => {
    const graph = createSupportGraph(new MemorySaver());
    const ports = asking();
    const outcome = await runTurn(graph, { ...turn("And how much is it?", earlier), ports });
    expect(outcome).toEqual({ outcome: "clarifying" });
    expect(ports.asked[0]?.options.map(({ label }) => label)).toEqual(["Basic", "Pro"]);
    expect(ports.finished).toEqual([]);
    const options = ports.asked[0]?.options ?? [];
    const clarified = { answer: { type: "choice" as const, choice: "2" }, question: "And how much is it?", options };
    const next = asking();
    await runTurn(graph, { ...turn("Pro", earlier), clarified, ports: next });
    expect(next.finished[0]).toMatchObject({ rephrased_question: "How much is Pro?" });
    expect(next.stored).toEqual([]);
    expect(next.asked).toEqual([]);
  });

  it("is answered at once where the tenant wants no questions back", async () => {
    const ports = fakePorts({ model });
    await runTurn(createSupportGraph(new MemorySaver()), { ...turn("And how much is it?", earlier), ports });
    expect(ports.asked).toEqual([]);
    expect(ports.finished).toHaveLength(1);
  });
});
