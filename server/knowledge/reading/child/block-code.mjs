// Loaded by `--import` where Node.js cannot be given `--disallow-code-generation-from-strings` (see `spawn-parser.ts`): no parser makes code
// out of text here either. Plain JavaScript, because Node.js loads it itself.

/** Stands for `eval` and `Function`; what is a function still counts as one. */
function refuse() {
  throw new EvalError("a file parser may not make code out of text");
}
refuse.prototype = Function.prototype;

/** One string literal and nothing else: there is no code in it. Node.js reads the names that a CommonJS module exports with it. */
const literal = /^(?:"(?:[^"\\\n\r]|\\.)*"|'(?:[^'\\\n\r]|\\.)*')$/s;
// biome-ignore lint/security/noGlobalEval: it is taken away here, but for what holds no code.
const evaluate = globalThis.eval;
const readLiteral = (text) => (literal.test(text) ? evaluate(text) : refuse());

const fix = (object, name, value) =>
  Object.defineProperty(object, name, { value, writable: false, configurable: false });
const kinds = [() => {}, async () => {}, function* () {}, async function* () {}];
for (const kind of kinds) fix(Object.getPrototypeOf(kind), "constructor", refuse);
fix(globalThis, "Function", refuse);
fix(globalThis, "eval", readLiteral);
