import { allowedTexts } from "./allowed.mjs";
import { readMarkdownTexts, readSourceTexts } from "./read-texts.mjs";
import { findWords, wordRules } from "./rules.mjs";

/** Problems of the files, `{path, line, word, instead}`, and allowed texts that no longer need an exception. */
export function findWordProblems(files, allowed = allowedTexts) {
  const used = new Set();
  const isAllowed = (path, text) => {
    const entry = allowed.find((one) => one.path === path && text.includes(one.text));
    if (entry) used.add(entry);
    return entry !== undefined;
  };
  const problems = files.filter(mayBreakRules).flatMap(({ path, source }) =>
    readTexts(path, source).flatMap(({ line, text }) => {
      const words = findWords(path, text);
      return words.length === 0 || isAllowed(path, text) ? [] : words.map((word) => ({ path, line, ...word }));
    }),
  );
  const unused = allowed.filter((entry) => !used.has(entry) && files.some(({ path }) => path === entry.path));
  return [
    ...problems,
    ...unused.map(({ path, text }) => ({ path, line: 1, word: text, instead: "no exception: this is not there" })),
  ];
}

function readTexts(path, source) {
  if (path.endsWith(".md")) return readMarkdownTexts(source);
  return path.endsWith(".json") ? readSourceTexts(`${path}.ts`, `(${source})`) : readSourceTexts(path, source);
}

/** Parsing is slow; a check of a file's words is fast. Rules for whole sentences need the parsed sentences. */
function mayBreakRules({ source }) {
  const words = source.replace(/\s+/g, " ");
  return wordRules.some(({ pattern, isSentence }) => !isSentence && pattern.test(words)) || openings.test(words);
}

const openings = /(?:\b(?:Wh(?:o|om|ose|at|ich)|Of|In|By|To|With|From|For|On|That|Such|Empty)\b)/;
