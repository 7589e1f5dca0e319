import { createModels } from "../../assistant/models/create-models.ts";
import type { ConversationDeps } from "../../copilot/conversations/deps.ts";
import { createCopilot } from "../../copilot/models/create-copilot.ts";
import type { ScriptedModel, ScriptedReply } from "./scripted-model.ts";

/** The copilot's calls, recognised by the beginning of their instructions. */
const calls = {
  intent: /^You sort messages/,
  names: /^You find which documents/,
  summarize: /^You sum up documents/,
  inquire: /^You answer a question of somebody/,
  compare: /^You compare documents/,
  changes: /^You explain what changed/,
  audit: /^You hold a text/,
  query: /^You write queries/,
} as const;
type Call = keyof typeof calls;

export interface Passage {
  number: number;
  title: string;
  text: string;
}

export interface CopilotReader {
  /** Response per call. An object is sent as models send JSON, with text around it. */
  says: Partial<Record<Call, (user: string) => unknown>>;
  /** Calls that never get a response. */
  hangs: Set<Call>;
  /** Received requests, in order. */
  asked: { call: Call; user: string; system: string }[];
  asks(call: Call): string[];
}

/** A language model for the copilot behind the real client, over HTTP. */
export function readWithModel(copilot: ConversationDeps, server: ScriptedModel): CopilotReader {
  const access = { openaiApiKey: "test", openaiBaseUrl: server.url, ollamaBaseUrl: undefined };
  const models = createModels({ provider: "openai", small: "small", large: "large", ...access }, { paceMs: 0 });
  copilot.workersFor = (work) => createCopilot(models.forCopilot(work));
  return readWith(server);
}

/** The same for a whole server, which gets the model from its settings. */
export function readWith(server: ScriptedModel): CopilotReader {
  const reader: CopilotReader = {
    says: {},
    asked: [],
    hangs: new Set(),
    asks: (call) => reader.asked.filter((each) => each.call === call).map(({ user }) => user),
  };
  const say = ({ system, user }: { system: string; user: string }) => {
    const call = (Object.keys(calls) as Call[]).find((name) => calls[name].test(system));
    if (!call) return "ok";
    reader.asked.push({ call, user, system });
    if (reader.hangs.has(call)) return null;
    const said = (reader.says[call] ?? usual[call])(user);
    return typeof said === "string"
      ? said
      : `Sure! Here is the JSON:\n\`\`\`json\n${JSON.stringify(said)}\n\`\`\`\nLet me know.`;
  };
  for (const task of ["other", "summarize"] as const)
    server.on(task, (request): ScriptedReply => {
      const text = say(request);
      return text === null ? { type: "hang" } : { type: "text", text };
    });
  return reader;
}

const usual: Record<Call, (user: string) => unknown> = {
  intent: (user) => {
    const words = lastMessage(user);
    const action = (["summarize", "compare", "audit"] as const).find((name) => words.toLowerCase().startsWith(name));
    return { actions: [{ action: action ?? "inquire", confidence: 0.95 }], web: false, focus: "" };
  },
  names: () => ({ documents: [], focus: "" }),
  summarize: () => ({ points: [], confidence: 0.9 }),
  inquire: () => ({ answer: "", proof: [], documents: [], confidence: 0.9 }),
  compare: () => ({ overview: "", rows: [], implications: [], confidence: 0.9 }),
  changes: () => ({ overview: "", changes: [], implications: [], confidence: 0.9 }),
  audit: () => ({ findings: [], matched: 0, confidence: 0.9 }),
  query: (user) => lastMessage(user),
};

function lastMessage(user: string): string {
  return /<last_message>\n([\s\S]*?)\n<\/last_message>/.exec(user)?.[1] ?? "";
}

export function passagesIn(user: string): Passage[] {
  const blocks = user.matchAll(/<passage number="(\d+)"[^>]*title="([^"]*)"[^>]*>\n([\s\S]*?)\n<\/passage>/g);
  return [...blocks].map(([, number, title, text]) => ({
    number: Number(number),
    title: title ?? "",
    text: text ?? "",
  }));
}

/** The documents in a request of the names call, with their ids. */
export function knownIn(user: string): { id: string; words: string }[] {
  return [...user.matchAll(/<text id="(\d+)">\n([\s\S]*?)\n<\/text>/g)].map(([, id, words]) => ({
    id: id ?? "",
    words: words ?? "",
  }));
}
