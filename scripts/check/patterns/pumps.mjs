/** Characters that stand for a class such as `[^"]` or `\p{L}`. */
const samples = [..."a1 -.,/A'\"_:@<\n\t„é中<*", "\u0301"];
const maxAttacks = 150;

/**
 * Attack strings made from a pattern's own parts: for each part, the text before it and then the part repeated; that
 * text and the part repeated together; and each alternative repeated as a word.
 */
export function ownAttacks({ source, flags }) {
  const parts = [];
  const whole = readOptions({ source, flags: flags.replace(/[gy]/g, ""), at: 0, groups: [""] }, [""], parts);
  const pumps = new Map();
  const add = (prefix, pump) => pump && pumps.set(JSON.stringify([prefix, pump]), { prefix, pump });
  for (const text of whole) for (const pump of [text, `${text} `]) add("", pump);
  for (const { before, texts } of parts) {
    for (const text of texts) {
      for (const pump of [text, `${text} `]) {
        add("", pump);
        if (before) add(before, pump);
      }
      if (before) add("", before + text);
    }
  }
  const all = [...pumps.values()];
  const step = Math.max(1, all.length / maxAttacks);
  return Array.from({ length: Math.min(all.length, maxAttacks) }, (_, index) => ({
    pumps: [all[Math.floor(index * step)]],
    suffix: "\u0000",
  }));
}

/** Reads `a|b|c` up to the end or the closing bracket. Returns a text for each alternative. */
function readOptions(state, before, parts) {
  const options = [readSequence(state, before, parts)];
  while (state.source[state.at] === "|") {
    state.at += 1;
    options.push(readSequence(state, before, parts));
  }
  const texts = options.filter((text) => text !== "");
  if (texts.length > 1) parts.push({ before: before.join(""), texts });
  return texts;
}

function readSequence(state, before, parts) {
  let text = "";
  while (state.at < state.source.length && !"|)".includes(state.source[state.at])) {
    const texts = readAtom(state, [...before, text], parts);
    const [all, low, high] = /^(?:[*+?]|\{(\d+)(,\d*)?\})\??/.exec(state.source.slice(state.at)) ?? ["", "1", ""];
    state.at += all.length;
    if (/^[*+]/.test(all) || high) parts.push({ before: [...before, text].join(""), texts });
    text += (texts[0] ?? "").repeat(Math.max(1, Number(low ?? 1)));
  }
  return text;
}

/** Texts that one part of a pattern matches; none for a part that matches only a position. */
function readAtom(state, before, parts) {
  const rest = state.source.slice(state.at);
  const [open, look] = /^\((?:\?(?:<?([=!])|<[^>]+>|[a-z-]*:))?/.exec(rest) ?? [];
  if (open) {
    state.at += open.length;
    const group = open === "(" || open.endsWith(">") ? state.groups.push("") - 1 : undefined;
    const texts = readOptions(state, before, parts);
    state.at += 1;
    if (group) state.groups[group] = texts[0] ?? "";
    return look ? [] : texts;
  }
  const [atom] =
    /^(?:\[(?:\\[\s\S]|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\k<[^>]+>|\\[\s\S])/iu.exec(
      rest,
    ) ?? [];
  if (!atom) {
    state.at += String.fromCodePoint(rest.codePointAt(0)).length;
    return /^[\^$]/.test(rest) ? [] : rest.startsWith(".") ? ["a", " "] : [String.fromCodePoint(rest.codePointAt(0))];
  }
  state.at += atom.length;
  if (/^\\[bB]$/.test(atom)) return [];
  if (/^\\[1-9]$/.test(atom)) return [state.groups[Number(atom[1])] ?? ""];
  if (/^\\[^\p{L}\p{N}]$/u.test(atom)) return [atom[1]];
  const one = new RegExp(`^${atom}$`, state.flags);
  const found = samples.filter((sample) => one.test(sample));
  return found.length > 0 ? found.slice(0, 4) : firstMatch(one);
}

/** The first character that a class of rare characters matches. */
function firstMatch(one) {
  for (let code = 0; code < 0x10_000; code += 1) {
    if (one.test(String.fromCodePoint(code))) return [String.fromCodePoint(code)];
  }
  return [];
}
