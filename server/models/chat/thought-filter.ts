/** What models and their servers call the part of an answer that is nobody's business. */
const names = [
  "analysis",
  "antml:thinking",
  "antthinking",
  "chain_of_thought",
  "cot",
  "deliberation",
  "inner_monologue",
  "inner_thoughts",
  "internal_monologue",
  "internal_thoughts",
  "reason",
  "reasoning",
  "reflect",
  "reflection",
  "scratchpad",
  "seed:think",
  "think",
  "thinking",
  "thought",
  "thought_process",
  "thoughts",
];
const name = names.join("|");

/**
 * Everything that begins or ends a thought: tags in any capitals, with spaces or attributes; Mistral's and Kimi's signs; the special
 * tokens of chat templates, of which `<|channel|>` and its kin are OpenAI's harmony.
 */
const marker = new RegExp(
  [
    `<\\s{0,3}(?<open>${name})(?:\\s[^<>]{0,80})?/?>`,
    `<\\s{0,3}/\\s{0,3}(?<close>${name})\\s{0,3}>`,
    "(?<sign>\\[/?think(?:ing)?\\]|◁/?think▷)",
    "<[|｜](?<special>/?[\\w▁.-]{1,40})[|｜]>",
  ].join("|"),
  "gi",
);
const signs = ["[think]", "[/think]", "[thinking]", "[/thinking]", "◁think▷", "◁/think▷"];
/** The longest end of a text that can still become a marker. */
const maxMarkerChars = 130;

type Mode = "visible" | "thought" | "channel" | "header";

/**
 * Takes reasoning out of an answer that comes in pieces: between tags, anywhere, and in the channels of harmony. A closing tag that nothing
 * opened, and a channel `final`, tell that all before was reasoning: it is withdrawn.
 */
export class ThoughtFilter {
  readonly #emit: (text: string) => void;
  readonly #withdraw: () => void;
  #mode: Mode = "visible";
  #held = "";
  /** What stands between `<|start|>` or `<|channel|>` and `<|message|>`. */
  #header = "";
  #hasEmitted = false;
  /** True once a thought ended that nothing had opened. */
  endedAlone = false;

  constructor(sink: { emit: (text: string) => void; withdraw: () => void }) {
    this.#emit = sink.emit;
    this.#withdraw = sink.withdraw;
  }

  push(piece: string): void {
    if (this.#held === "" && this.#mode === "visible" && !/[<[◁]/.test(piece)) {
      this.#take(piece);
      return;
    }
    this.#held += piece;
    const rest = this.#markers();
    const open = openEnd(rest);
    this.#held = rest.slice(rest.length - open);
    this.#take(rest.slice(0, rest.length - open));
  }

  /** Lets out what was held: it is no marker after all. */
  end(): void {
    const rest = this.#held;
    this.#held = "";
    this.#take(rest);
  }

  /** Goes through the whole markers of what is held; gives back what comes after the last one. */
  #markers(): string {
    const text = this.#held;
    let at = 0;
    for (const match of text.matchAll(marker)) {
      this.#take(text.slice(at, match.index));
      at = match.index + match[0].length;
      const { open, close, sign, special } = match.groups ?? {};
      if (special !== undefined) this.#special(special.trim().toLowerCase());
      else if (open !== undefined || (sign !== undefined && !sign.includes("/"))) this.#open();
      else if (close !== undefined || sign !== undefined) this.#close();
    }
    return text.slice(at);
  }

  #open(): void {
    if (this.#mode === "visible") this.#mode = "thought";
  }

  #close(): void {
    if (this.#mode === "visible") this.#endAlone();
    else if (this.#mode === "thought") this.#mode = "visible";
  }

  #endAlone(): void {
    if (!this.#hasEmitted) return;
    this.endedAlone = true;
    this.#hasEmitted = false;
    this.#withdraw();
  }

  #special(token: string): void {
    if (this.#mode === "thought" && !/think|thought|reason/.test(token)) return;
    if (token === "start" || token === "channel") {
      this.#mode = "header";
      this.#header = token === "channel" ? "channel " : "";
    } else if (token === "message") this.#beginMessage();
    else if (/^(?:end|return|call)$/.test(token)) this.#mode = "visible";
    else if (/think|thought|reason/.test(token)) {
      if (/^(?:\/|end)/.test(token)) this.#close();
      else this.#open();
    }
  }

  #beginMessage(): void {
    const [, channel] = /^channel\s+(\w+)/.exec(this.#header.toLowerCase()) ?? [];
    if (channel === "final") this.#endAlone();
    this.#mode = channel === undefined || channel === "final" ? "visible" : "channel";
  }

  #take(text: string): void {
    if (text === "") return;
    if (this.#mode === "header") this.#header = `${this.#header}${text}`.slice(0, 80);
    if (this.#mode !== "visible") return;
    const shown = this.#hasEmitted ? text : text.trimStart();
    if (shown === "") return;
    this.#hasEmitted = true;
    this.#emit(shown);
  }
}

/** A whole text without reasoning, and whether its reasoning ended without a beginning. */
export function parted(text: string): { text: string; endedAlone: boolean } {
  let said = "";
  const filter = new ThoughtFilter({
    emit: (piece) => {
      said += piece;
    },
    withdraw: () => {
      said = "";
    },
  });
  filter.push(text);
  filter.end();
  return { text: said, endedAlone: filter.endedAlone };
}

/** How many characters at the end may be the beginning of a marker. */
function openEnd(text: string): number {
  const from = Math.max(0, text.length - maxMarkerChars);
  const tail = text.slice(from);
  const start = Math.max(tail.lastIndexOf("<"), tail.lastIndexOf("["), tail.lastIndexOf("◁"));
  return start >= 0 && mayBegin(tail.slice(start).toLowerCase()) ? tail.length - start : 0;
}

function mayBegin(text: string): boolean {
  if (!text.startsWith("<")) return signs.some((sign) => sign.startsWith(text));
  if (/^<[|｜]/.test(text)) return /^<[|｜]\/?[\w▁.-]{0,40}[|｜]?$/.test(text);
  const [, word, after] = /^<\s{0,3}\/?\s{0,3}([a-z][\w:]*)?((?:\s[^<>]{0,80})?\/?)$/.exec(text) ?? [];
  if (word === undefined) return /^<\s{0,3}\/?\s{0,3}$/.test(text);
  return after === "" ? names.some((known) => known.startsWith(word)) : names.includes(word);
}
