import type { Duty } from "./duty-words.ts";
import type { Fact } from "./facts.ts";

/** Duties that bind by themselves. "Always" and "immediately" stand in many a sentence that fixes nothing. */
const binding: ReadonlySet<string> = new Set<Duty>([
  "must",
  "forbidden",
  "needless",
  "should",
  "may",
  "only",
  "free",
  "except",
  "lost",
  "refused",
]);
/** Of these a reader looks for those alone that no number and no stricter duty stands beside. */
export const weakDuties: ReadonlySet<string> = new Set<Duty>(["may", "only", "refused"]);

/** Words of a duty that bind nobody where these stand before or after them. Nothing said: anything may. */
interface Idle {
  written?: RegExp;
  before?: RegExp;
  after?: RegExp;
}

const idle: Idle[] = [
  // "Where required by law" binds nobody anew, nor what comes "if further information on it is required".
  { written: /^required$/iu },
  {
    written: /^(?:is|are|be) required$/iu,
    before: /(?<!\p{L})(?:if|when|where|whether)\s+(?:\p{L}+\s+){1,8}$/iu,
  },
  // "When we need to", "may still need to", "seek to ensure": what somebody may have to do, and what somebody tries.
  {
    written: /^(?!except|unless|excluding|with the exception|apart from)/iu,
    before:
      /(?:(?<!\p{L})(?:if|when|whenever|where)\s+(?:\p{L}+\s+){1,3}|(?:might|may|could)\s+(?:still\s+|also\s+)?|(?:try|tries|seek|seeks|aim|aims|want|wants|help|helps)\s+(?:to\s+)?)$/iu,
  },
  // "To encourage more of them" says what for.
  { written: /^(?:encourage|recommend|discourage)$/iu, before: /(?<!\p{L})to\s+$/iu },
  // "This will ensure", "things to ensure": who has to ensure something is told to begin with it.
  { written: /^ensures?$/iu, before: /\p{L}/u },
  // "We cannot guarantee it", "those who are not able to come": what nobody can, not what nobody may.
  {
    written: /^(?:can ?not|can't|(?:is|are)(?: not|n't) able(?: to)?)$/iu,
    before: /(?<!\p{L})(?:we|it|i|this|there|who|that|which|unfortunately)\s+$/iu,
  },
  // "Unless otherwise agreed" excepts nothing in particular, "only a small part" limits nothing.
  { after: /^\s+(?:as\s+)?otherwise(?!\p{L})/iu },
  { written: /^only$/iu, after: /^\s+an?\s/iu },
  { written: /^(?:will not|won't)$/iu, before: /(?<!\p{L})(?:that|which|who|if|when|where|it|this|there)\s+$/iu },
  // What "it may", "you can" and "whatever you may find" guess or describe is no permission.
  {
    written:
      /^(?:can|could|might|kann|können|kannst|(?:is|are|be) (?:welcome|free)\b.*|at (?:our|its|their|your) .*)$/iu,
  },
  {
    written: /^(?:may|only)$/iu,
    before: /(?<!\p{L})(?:that|which|who|if|when|where|as|it|this|there|what|whatever)(?:\s+\p{L}+)?\s+$/iu,
  },
  {
    written: /^may$/iu,
    after:
      /^\s+(?:(?:also|still|sometimes|not|or|even|well|themselves|itself)\s+)*(?:be|have|need|want|wish|receive|contain|include|result|vary|differ|take|cause|affect|apply|exist|occur|happen|seem|appear|find|experience|feel|lead|become|depend|help|require|involve|create|pose|increase|reduce|already)(?!\p{L})/iu,
  },
];

/** Whether a duty says by itself, in a statement that one document alone has, what somebody must, must not or may do. */
export function isBinding(fact: Fact, plain: string): boolean {
  return binding.has(fact.value) && !isIdle(fact, plain);
}

/** Whether the words around a duty say that it is supposed, tried or described, not set. */
export function isIdle({ written, start, end }: Fact, plain: string): boolean {
  const [before, after] = [plain.slice(0, start), plain.slice(end)];
  return idle.some(
    (each) => matches(each.written, written) && matches(each.before, before) && matches(each.after, after),
  );
}

function matches(pattern: RegExp | undefined, text: string): boolean {
  return pattern?.test(text) ?? true;
}
