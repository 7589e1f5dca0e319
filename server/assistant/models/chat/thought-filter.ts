import { CodeSpans } from "./code-spans.ts";

const thinking = "antml:thinking|antthinking|seed:think|think|thinking|thought|thoughts";
/** Names of reasoning tags that may also be XML that the visitor asked for. */
const ambiguous =
  "analysis|chain_of_thought|cot|deliberation|inner_monologue|inner_thoughts|internal_monologue|internal_thoughts|reason|reasoning|reflect|reflection|scratchpad|thought_process";

/**
 * Patterns for reasoning at the very beginning of a text, and for its end. The last two are OpenAI's harmony format: its channel `final` is
 * the answer.
 */
const openings: { begins: RegExp; ends: RegExp; mayBeAnswer?: boolean }[] = [
  { begins: openingTag(thinking), ends: new RegExp(`</\\s?(?:${thinking})\\s?>`, "gi") },
  { begins: openingTag(ambiguous), ends: new RegExp(`</\\s?(?:${ambiguous})\\s?>`, "gi"), mayBeAnswer: true },
  { begins: /^\[think(?:ing)?\]/i, ends: /\[\/think(?:ing)?\]/gi },
  { begins: /^◁think▷/, ends: /◁\/think▷/g },
  { begins: /^<\|begin_of_thought\|>/, ends: /<\|end_of_thought\|>/g },
  { begins: /^(?:<\|start\|>assistant)?<\|channel\|>final\b[^\n]{0,80}?<\|message\|>/i, ends: /^/g },
  { begins: /^(?:<\|start\|>assistant)?<\|channel\|>[^\n]{1,80}?<\|message\|>/i, ends: /<\|end\|>/gi },
];

/** Tool calls that a model wrote as text, and the pattern for their end; `null`: all following text belongs to the call. */
const calls: [begins: string, ends: RegExp | null][] = [
  ["<(?:tool_calls?|function_calls?)>", /<\/(?:tool_calls?|function_calls?)>/g],
  ["<function=", /<\/function>/g],
  ["<｜tool▁calls▁begin｜>", /<｜tool▁calls▁end｜>/g],
  ["<\\|tool_calls_section_begin\\|>", /<\|tool_calls_section_end\|>/g],
  ["\\[TOOL_CALLS\\]|<\\|(?:tool_calls?|python_tag)\\|>", null],
];

/** Control tokens of chat templates; a role follows some of them. */
const tokens = [
  "<\\|(?:im_start|start|start_header_id)\\|>(?:(?:system|user|assistant|tool)\\b\\n?)?",
  "<\\|(?:assistant|begin_of_text|call|channel|constrain|end|end_header_id|end_of_text|endoftext|eom_id|eot_id|im_end|im_sep|message|observation|return|system|user)\\|>",
  "<｜(?:User|Assistant|begin▁of▁sentence|end▁of▁sentence)｜>|<start_of_turn>(?:(?:user|model)\\b\\n?)?|<end_of_turn>|\\[/?INST\\]",
].join("|");

/** Text that is never part of an answer, outside of code. */
const marker = new RegExp(
  [
    ...calls.map(([begins], index) => `(?<call${index}>${begins})`),
    "(?<lone></think(?:ing)?>|\\[/THINK\\]|◁/think▷|<\\|channel\\|>final\\b[^\\n]{0,80}?<\\|message\\|>)",
    "(?<opened><think(?:ing)?>|\\[THINK\\]|◁think▷)",
    `(?<token>${tokens})`,
  ].join("|"),
  "g",
);
const maxTagChars = 200;
/** An incomplete tag at the end of a text. */
const openTag =
  /(?:<(?:\|channel\|>[^\n]{0,80}|\|(?:im_start|start|start_header_id)\|>[a-z]{0,9}|[/|｜]?[\w▁=]{0,30}[|｜]?)|\[\/?[A-Z_]{0,11}|◁\/?\w{0,5})$/;
/** The same at the beginning, where tags can have attributes. */
const openBeginning =
  /^(?:<\|(?:start|channel)\|>[^\n]{0,100}|<[/|]?\s?[\w:]{0,20}(?:\|?|\s[^<>]{0,80})|\[\w{0,8}|◁\w{0,5})$/;

/**
 * Removes text that does not belong to the answer from a text that arrives in pieces: reasoning between tags at the very beginning, tool
 * calls written as text, and control tokens. Code and later tags stay, because an answer may be about them. A `</think>` without an opening
 * tag ends reasoning that the prompt opened (DeepSeek-R1, QwQ): the text before it is withdrawn.
 */
export class ThoughtFilter {
  readonly #emit: (text: string) => void;
  readonly #withdraw: () => void;
  readonly #think: (thought: string) => void;
  readonly #code = new CodeSpans();
  #held = "";
  /** End pattern of the part that is being left out; undefined outside of one. */
  #ends: RegExp | null | undefined;
  #hasBegun = false;
  /** The whole text, until some of it is shown. */
  #all = "";
  #mayBeAnswer = false;
  #hasOpened = false;
  #isTrimming = true;
  /** True after reasoning has ended without an opening tag. */
  endedAlone = false;

  /** @param sink `think` is called with reasoning between tags as it arrives. */
  constructor(sink: { emit: (text: string) => void; withdraw: () => void; think?: (thought: string) => void }) {
    this.#think = sink.think ?? (() => {});
    this.#emit = sink.emit;
    this.#withdraw = sink.withdraw;
  }

  push(piece: string): void {
    if (!this.#hasBegun) this.#all += piece;
    this.#held += piece;
    this.#work(false);
  }

  /** Emits the held text. @param isCut the model reached its output limit, so an unfinished part is reasoning. */
  end(isCut = false): void {
    this.#work(true);
    if (!this.#hasBegun && this.#mayBeAnswer && !isCut && this.#isTrimming) this.#show(this.#all);
    this.#held = "";
  }

  /** @param isWhole no more text follows, so the held text is not the start of a tag. */
  #work(isWhole: boolean): void {
    let goesOn = true;
    while (goesOn) {
      if (this.#ends !== undefined) goesOn = this.#findEnd(this.#ends);
      else goesOn = this.#hasBegun ? this.#findMarker(isWhole) : this.#findOpening(isWhole);
    }
  }

  #findEnd(ends: RegExp | null): boolean {
    const end = ends && firstOf(ends, this.#held);
    const isThought = !this.#hasBegun && !this.#mayBeAnswer;
    if (isThought) this.#think(this.#held.slice(0, end?.index ?? Math.max(0, this.#held.length - 40)));
    if (!end) {
      this.#held = this.#held.slice(-40);
      return false;
    }
    this.#ends = undefined;
    this.#held = this.#held.slice(end.index + end[0].length);
    return true;
  }

  #findOpening(isWhole: boolean): boolean {
    this.#held = this.#held.trimStart();
    for (const { begins, ends, mayBeAnswer = false } of openings) {
      const begun = begins.exec(this.#held);
      if (begun === null) continue;
      this.#held = this.#held.slice(begun[0].length);
      this.#ends = ends;
      this.#mayBeAnswer ||= mayBeAnswer;
      return true;
    }
    if (this.#held === "" || (!isWhole && openBeginning.test(this.#held))) return false;
    this.#hasBegun = true;
    return true;
  }

  #findMarker(isWhole: boolean): boolean {
    const text = this.#held;
    const found = /[<[◁]/.test(text) ? firstOf(marker, text) : undefined;
    const tail = Math.max(0, text.length - maxTagChars);
    const open = isWhole ? null : openTag.exec(text.slice(tail));
    const openAt = open ? tail + open.index : text.length;
    const foundAt = found?.index ?? text.length;
    const until = Math.min(openAt, foundAt);
    this.#show(text.slice(0, until));
    this.#held = text.slice(until);
    if (!found || openAt <= foundAt) return false;
    this.#held = this.#held.slice(found[0].length);
    if (this.#code.isInside || !this.#leavesOut(found)) this.#show(found[0]);
    return true;
  }

  #leavesOut({ groups = {} }: RegExpExecArray): boolean {
    const call = calls.find((_call, index) => groups[`call${index}`] !== undefined);
    if (call) this.#ends = call[1];
    if (groups.opened !== undefined) this.#hasOpened = true;
    if (groups.opened !== undefined || (groups.lone !== undefined && this.#hasOpened)) return false;
    if (groups.lone !== undefined) {
      this.endedAlone = true;
      this.#isTrimming = true;
      this.#withdraw();
    }
    return true;
  }

  #show(text: string): void {
    const shown = this.#isTrimming ? text.trimStart() : text;
    if (shown === "") return;
    this.#isTrimming = false;
    this.#all = "";
    this.#code.push(shown);
    this.#emit(shown);
  }
}

/** The text without reasoning, and whether reasoning ended without an opening tag. */
export function parted(text: string): { text: string; endedAlone: boolean } {
  const said: string[] = [];
  const withdraw = () => void said.splice(0);
  const filter = new ThoughtFilter({ emit: (piece) => void said.push(piece), withdraw });
  filter.push(text);
  filter.end();
  return { text: said.join(""), endedAlone: filter.endedAlone };
}

function firstOf(pattern: RegExp, text: string): RegExpExecArray | null {
  pattern.lastIndex = 0;
  return pattern.exec(text);
}

function openingTag(names: string): RegExp {
  return new RegExp(`^<\\s?(?:${names})(?:\\s[^<>]{0,80})?>`, "i");
}
