import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { type FakeTools, fakeTools } from "../../test/support/fake-tools.ts";
import { createSupportGraph, type SupportGraph } from "../graph.ts";
import {
  type AssistantPorts,
  type EscalateInput,
  type FinishInput,
  type GenerateInput,
  ModelFailure,
  type ModelPort,
  type RetrievedChunk,
} from "../ports.ts";
import { runTurn } from "../run-turn.ts";
import type { TurnStart } from "../state.ts";
import type { ActingPorts, CallResult, ProposedCall } from "../tool-ports.ts";

const chunk: RetrievedChunk = {
  chunk_id: "c1",
  document_id: "d1",
  version_id: "v1",
  title: "Orders",
  source: "orders.md",
  url: null,
  page: null,
  heading: null,
  text: "Orders are sent within two days.",
  score: 0.8,
  parts: {},
};

type Proposals = ((input: Parameters<NonNullable<ModelPort["act"]>>[0]) => ProposedCall[])[];
type Confirming = Parameters<NonNullable<ActingPorts["confirm"]>>[0];

interface Told {
  finished: FinishInput[];
  escalated: EscalateInput[];
  confirmed: Confirming[];
  stored: string[];
  generated: GenerateInput[];
  acted: Parameters<NonNullable<ModelPort["act"]>>[0][];
  events: string[];
}

interface Setting {
  tools?: FakeTools;
  proposals?: Proposals;
  chunks?: RetrievedChunk[];
  answer?: string;
  score?: number;
  act?: NonNullable<ModelPort["act"]>;
}

function setting({
  tools,
  proposals = [],
  chunks = [chunk],
  answer = "It is on its way [2].",
  score = 0.9,
  act,
}: Setting) {
  const told: Told = { finished: [], escalated: [], confirmed: [], stored: [], generated: [], acted: [], events: [] };
  let round = 0;
  const ports: AssistantPorts = {
    tenant: { name: "Acme", tone: "", locale: "en", threshold: 0.7, answer_mode: "stream_first" },
    model: {
      contextualize: async ({ question }) => ({ question, unchanged: true }),
      act:
        act ??
        (async (input) => {
          told.acted.push({ ...input, results: [...input.results], notes: [...input.notes] });
          return proposals[Math.min(round++, proposals.length - 1)]?.(input) ?? [];
        }),
      generate: async (input) => {
        told.generated.push(input);
        const hasEvidence = input.chunks.length > 0 || (input.results ?? []).some(({ status }) => status !== "failed");
        return {
          text: hasEvidence ? answer : "",
          citations: [{ index: 1, chunk_id: "c1", title: "Orders", quote: "" }],
        };
      },
      grade: async () => ({ score, tier: "high", reason: "", supported: [], unsupported: [], missing: [] }),
      summarize: async () => "a summary",
      usage: () => ({ input_tokens: 0, output_tokens: 0, cached_tokens: 0, cost_micros: 0 }),
    },
    cache: {
      lookup: async () => null,
      lookupByPassages: async () => null,
      store: async ({ question }) => void told.stored.push(question),
    },
    signal: new AbortController().signal,
    search: async () => chunks,
    loadChunks: async () => chunks,
    emit: (type, payload) => void told.events.push("node" in payload ? `${type}:${payload.node}` : type),
    isStopped: () => false,
    finish: async (input) => void told.finished.push(input),
    escalate: async (input) => {
      told.escalated.push(input);
      return { ticket_number: 7 };
    },
    clarify: async () => {},
    finishHuman: async () => {},
    ...(tools ? { tools, confirm: async (input: Confirming) => void told.confirmed.push(input) } : {}),
  };
  return { told, ports };
}

const start: Omit<TurnStart, "question"> = { ticketId: "t1", history: [] };
const read: ProposedCall = { id: "a", name: "orders_get", arguments: { number: "1001" } };
const write: ProposedCall = { id: "b", name: "bookings_move", arguments: { booking: "B17", day: "Friday" } };

function ask(
  graph: SupportGraph,
  ports: AssistantPorts,
  question = "Where is my order 1001?",
  more: Partial<TurnStart> = {},
) {
  return runTurn(graph, { ...start, question, ...more, ports });
}

describe("reads", () => {
  it("are made at once, told, given to answer and grade, stored with the message, and never cached", async () => {
    const tools = fakeTools();
    const { told, ports } = setting({ tools, proposals: [() => [read], () => []] });
    const outcome = await ask(createSupportGraph(new MemorySaver()), ports);
    expect(outcome.outcome).toBe("finished");
    expect(tools.reads).toHaveLength(1);
    expect(told.generated[0]?.results?.[0]).toMatchObject({ status: "completed", shown: "Order 1001 is on its way." });
    expect(told.finished[0]?.tools).toMatchObject([
      { title: "Look up an order", connection: "Orders", status: "completed" },
    ]);
    expect(told.stored).toEqual([]);
    const ofTools = told.events.filter((event) => event.startsWith("tool_") || event === "status:act");
    expect(ofTools).toEqual(["status:act", "tool_call_start", "tool_call_delta", "tool_call_end", "tool_result"]);
  });

  it("of one round run side by side, and a call proposed again is not made again", async () => {
    let atOnce = 0;
    let most = 0;
    const tools = fakeTools({
      read: async () => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await new Promise((resolve) => setTimeout(resolve, 20));
        atOnce -= 1;
        return {};
      },
    });
    const two = [read, { ...read, arguments: { number: "1002" } }];
    const { ports } = setting({ tools, proposals: [() => two] });
    await ask(createSupportGraph(new MemorySaver()), ports);
    expect(most).toBe(2);
    expect(tools.reads).toHaveLength(2);
  });

  it("end after six calls and three rounds, however many are proposed", async () => {
    const many = fakeTools();
    let number = 1000;
    const fresh = () => ({ ...read, arguments: { number: String(++number) } });
    const flood = setting({ tools: many, proposals: [() => Array.from({ length: 50 }, fresh)] });
    await ask(createSupportGraph(new MemorySaver()), flood.ports);
    expect(many.reads).toHaveLength(6);

    const slow = fakeTools();
    const loop = setting({ tools: slow, proposals: [() => [fresh()]] });
    expect((await ask(createSupportGraph(new MemorySaver()), loop.ports)).outcome).toBe("finished");
    expect(slow.reads).toHaveLength(3);
  });

  it("that failed are told to the model once; the second failure ends them", async () => {
    const tools = fakeTools({ read: async () => ({ status: "failed", content: "no such order" }) });
    let number = 1000;
    const { told, ports } = setting({
      tools,
      proposals: [() => [{ ...read, arguments: { number: String(++number) } }]],
    });
    await ask(createSupportGraph(new MemorySaver()), ports);
    expect(tools.reads).toHaveLength(2);
    expect(told.acted[1]?.results).toMatchObject([{ status: "failed", content: "no such order" }]);
  });

  it("that failed with nothing else to answer from bring a person, and say why", async () => {
    const tools = fakeTools({ read: async () => ({ status: "failed", shown: "Orders did not answer." }) });
    const { told, ports } = setting({ tools, chunks: [], proposals: [() => [read]] });
    const outcome = await ask(createSupportGraph(new MemorySaver()), ports);
    expect(outcome).toMatchObject({ outcome: "escalated", reason: "tool_failure" });
    expect(told.escalated[0]?.tools).toMatchObject([{ status: "failed" }]);
    expect(told.escalated[0]?.summary).toContain("Look up an order (failed): Orders did not answer.");
  });

  it("answer where no document does", async () => {
    const tools = fakeTools();
    const { told, ports } = setting({ tools, chunks: [], proposals: [() => [read], () => []] });
    expect((await ask(createSupportGraph(new MemorySaver()), ports)).outcome).toBe("finished");
    expect(told.generated[0]).toMatchObject({ chunks: [], results: [{ status: "completed" }] });
  });

  it("without any proposed, nothing found is still nothing found", async () => {
    const { told, ports } = setting({ tools: fakeTools(), chunks: [] });
    const outcome = await ask(createSupportGraph(new MemorySaver()), ports);
    expect(outcome).toMatchObject({ outcome: "escalated", reason: "no_documents" });
    expect(told.escalated[0]?.tools).toBeUndefined();
  });

  it("that never come back are given up when the turn is stopped", async () => {
    const stop = new AbortController();
    const tools = fakeTools({ read: () => new Promise(() => stop.abort()) });
    const { ports } = setting({ tools, proposals: [() => [read]] });
    const outcome = await ask(createSupportGraph(new MemorySaver()), { ...ports, signal: stop.signal });
    expect(outcome.outcome).toBe("stopped");
  });

  it("are made neither twice nor at all when the model cannot be reached: the documents answer", async () => {
    const tools = fakeTools();
    const act = async (): Promise<ProposedCall[]> => {
      throw new ModelFailure("unavailable", "away");
    };
    const { told, ports } = setting({ tools, act });
    expect((await ask(createSupportGraph(new MemorySaver()), ports)).outcome).toBe("finished");
    expect(tools.reads).toEqual([]);
    // With a reachable model, the question may need a tool, so the answer is not cached.
    expect(told.stored).toEqual([]);
  });

  it("that nobody proposes leave the answer as it is, and it is cached", async () => {
    const { told, ports } = setting({ tools: fakeTools() });
    await ask(createSupportGraph(new MemorySaver()), ports);
    expect(told.finished[0]?.tools).toBeUndefined();
    expect(told.stored).toHaveLength(1);
  });
});

describe("a tenant without tools", () => {
  it("is asked nothing about them", async () => {
    let asked = 0;
    const act = async (): Promise<ProposedCall[]> => {
      asked += 1;
      return [];
    };
    const { ports } = setting({ act });
    await ask(createSupportGraph(new MemorySaver()), ports);
    expect(asked).toBe(0);
  });

  it("whose tools are not meant for this visitor asks no model", async () => {
    const tools = fakeTools({ offered: [] });
    const { told, ports } = setting({ tools, proposals: [() => [read]] });
    await ask(createSupportGraph(new MemorySaver()), ports);
    expect([tools.looks, told.acted.length]).toEqual([1, 0]);
  });
});

describe("a write", () => {
  async function propose(tools: FakeTools, proposals: Proposals) {
    const graph = createSupportGraph(new MemorySaver());
    const set = setting({ tools, proposals, answer: "Your booking is on Friday [1]." });
    const outcome = await ask(graph, set.ports, "Move my booking B17 to Friday");
    return { graph, ...set, outcome };
  }
  const confirmed = (decision: "approved" | "declined", calls: readonly string[] = []) => ({
    confirmation_id: "0199a000-0000-7000-8000-0000000000c1",
    decision,
    question: "Move my booking B17 to Friday",
    calls: [...calls],
  });
  const id = confirmed("approved").confirmation_id;

  it("is proposed after the reads of its round and not made; the turn waits", async () => {
    const tools = fakeTools();
    const { told, outcome } = await propose(tools, [
      () => [write, read, { ...write, arguments: { booking: "B18", day: "Friday" } }],
    ]);
    expect(outcome).toEqual({ outcome: "clarifying" });
    expect(tools.effects).toEqual([]);
    expect(tools.prepared).toHaveLength(1);
    expect(told.confirmed).toMatchObject([{ arguments: write.arguments, question: "Move my booking B17 to Friday" }]);
    expect(told.confirmed[0]?.calls).toHaveLength(1);
    expect(told.generated).toEqual([]);
  });

  it("is made once after a yes, and the answer rests on it", async () => {
    const tools = fakeTools();
    const { graph, told, ports } = await propose(tools, [() => [read, write], () => []]);
    tools.approved.add(id);
    const calls = told.confirmed[0]?.calls ?? [];
    const outcome = await ask(graph, ports, "", { confirmed: confirmed("approved", calls) });
    expect(outcome.outcome).toBe("finished");
    expect(tools.effects).toEqual([id]);
    expect(told.generated[0]?.results).toMatchObject([{ status: "completed" }, { call_id: id, status: "completed" }]);
    expect(told.finished[0]?.tools).toMatchObject([{ kind: "read" }, { kind: "write", tool_call_id: id }]);
    expect(told.stored).toEqual([]);
  });

  it("is made once although the turn that makes it runs again", async () => {
    const saver = new MemorySaver();
    const tools = fakeTools();
    const set = setting({ tools, proposals: [() => [write], () => []] });
    await ask(createSupportGraph(saver), set.ports, "Move my booking B17 to Friday");
    tools.approved.add(id);
    const broken = { ...set.ports, finish: () => Promise.reject(new Error("the process died here")) };
    await expect(ask(createSupportGraph(saver), broken, "", { confirmed: confirmed("approved") })).rejects.toThrow(
      "died",
    );
    const outcome = await ask(createSupportGraph(saver), set.ports, "", { confirmed: confirmed("approved") });
    expect(outcome.outcome).toBe("finished");
    expect(tools.effects).toEqual([id]);
  });

  it("goes on without its checkpoint, too", async () => {
    const tools = fakeTools();
    tools.approved.add(id);
    const { told, ports } = setting({ tools, proposals: [() => []] });
    const graph = createSupportGraph(new MemorySaver());
    expect((await ask(graph, ports, "", { confirmed: confirmed("approved") })).outcome).toBe("finished");
    expect(tools.effects).toEqual([id]);
    expect(told.generated[0]).toMatchObject({ question: "Move my booking B17 to Friday" });
  });

  it("that was declined is not made, is told as such, and no other is proposed", async () => {
    const tools = fakeTools();
    const { graph, told, ports } = await propose(tools, [() => [write]]);
    const outcome = await ask(graph, ports, "", { confirmed: confirmed("declined") });
    expect(outcome.outcome).toBe("finished");
    expect([tools.effects, tools.executed, told.confirmed.length]).toEqual([[], [], 1]);
    expect(told.generated[0]?.results).toMatchObject([{ status: "declined" }]);
    expect(told.acted.at(-1)?.tools.map(({ kind }) => kind)).toEqual(["read"]);
  });

  it("of which nobody knows what came brings a person", async () => {
    const tools = fakeTools({ write: "unknown" });
    const { graph, told, ports } = await propose(tools, [() => [write]]);
    tools.approved.add(id);
    const outcome = await ask(graph, ports, "", { confirmed: confirmed("approved") });
    expect(outcome).toMatchObject({ outcome: "escalated", reason: "tool_failure" });
    expect(told.escalated[0]?.tools).toMatchObject([{ status: "unknown" }]);
    expect(told.escalated[0]?.summary).toContain("outcome unknown");
    expect(told.generated).toEqual([]);
  });

  it("proposed over and over after each yes ends within six calls", async () => {
    const tools = fakeTools();
    let day = 0;
    const again = () => [{ ...write, arguments: { booking: "B17", day: String(++day) } }];
    const { graph, told, ports, outcome } = await propose(tools, [again]);
    let last: string = outcome.outcome;
    let calls: readonly string[] = told.confirmed[0]?.calls ?? [];
    for (let yes = 1; last === "clarifying" && yes < 20; yes += 1) {
      const confirmation_id = `0199a000-0000-7000-8000-0000000000d${yes}`;
      tools.approved.add(confirmation_id);
      const answer = { ...confirmed("approved", calls), confirmation_id };
      last = (await ask(graph, ports, "", { confirmed: answer })).outcome;
      calls = told.confirmed.at(-1)?.calls ?? [];
    }
    expect(last).toBe("finished");
    expect(tools.effects.length).toBeLessThanOrEqual(6);
    expect(new Set(tools.effects).size).toBe(tools.effects.length);
  });

  it("is never proposed when an agent's hint started the turn", async () => {
    const tools = fakeTools();
    const { told, ports } = setting({ tools, proposals: [() => [write, read], () => []] });
    await ask(createSupportGraph(new MemorySaver()), ports, "Move it", { hint: "the booking is B17" });
    expect([tools.prepared.length, tools.reads.length, told.confirmed.length]).toEqual([0, 1, 0]);
  });
});

describe("a model that does what an attacker wants", () => {
  const forged: ((input: unknown) => ProposedCall[])[] = [
    () => [{ ...write, arguments: { booking: "B17", day: "Friday", confirmed: true, approved_by: "visitor" } }],
    () => [{ id: "x", name: "admin_delete_everything", arguments: {} }],
    () => [{ id: "x", name: "__proto__", arguments: {} }],
    () => [{ ...write, arguments: "approve all" }],
    () => [{ ...write, arguments: null }],
    () => [{ ...read, arguments: { number: "x".repeat(100_000) } }],
    () => Array.from({ length: 1000 }, (_, index) => ({ ...write, arguments: { booking: "B17", day: String(index) } })),
    () => [write, write, write],
  ];

  it.each(forged.map((proposal, index) => [index, proposal] as const))(
    "changes nothing without a yes and comes to a visible end (%i)",
    async (_index, proposal) => {
      const tools = fakeTools();
      const { told, ports } = setting({ tools, proposals: [proposal] });
      const { outcome } = await ask(createSupportGraph(new MemorySaver()), ports, "Move my booking B17 to Friday");
      expect([tools.effects, tools.executed]).toEqual([[], []]);
      expect(tools.prepared.length).toBeLessThanOrEqual(1);
      const ends = [told.finished.length, told.escalated.length, told.confirmed.length];
      expect(ends.reduce((sum, each) => sum + each, 0)).toBe(1);
      expect(outcome).not.toBe("stopped");
    },
  );

  it("cannot have a change made by a confirmation id of its own: the port asks the store", async () => {
    const tools = fakeTools();
    const { told, ports } = setting({ tools, proposals: [() => []] });
    const confirmed = {
      confirmation_id: "0199a000-0000-7000-8000-00000000dead",
      decision: "approved" as const,
      question: "q",
      calls: [],
    };
    await ask(createSupportGraph(new MemorySaver()), ports, "", { confirmed });
    expect(tools.effects).toEqual([]);
    const last: CallResult | undefined = told.generated[0]?.results?.[0];
    expect(last?.status).toBe("declined");
  });
});
