/** Small classes that overlap where the large ones do. The analyser needs minutes for the automata of the large ones. */
const classes = {
  "\\p{L}": "a-zé",
  "\\p{Lu}": "A-Z",
  "\\p{Ll}": "a-z",
  "\\p{N}": "0-9",
  "\\p{Nd}": "0-9",
  "\\p{M}": "\\u0300-\\u0303",
};

/**
 * A pattern as the analyser reads it fast: classes of letters are small, and without regard to case everything is in small letters. What
 * it finds is tried on the pattern itself. @returns the pattern as it is where that cannot be done
 */
export function simplify({ source, flags }) {
  let simple = "";
  let inClass = false;
  for (let at = 0; at < source.length; ) {
    const name = Object.keys(classes).find((one) => source.startsWith(one, at));
    const length = name?.length ?? (source[at] === "\\" ? 2 : 1);
    const part = source.slice(at, at + length);
    if (part === "[") inClass = true;
    if (part === "]") inClass = false;
    if (name) simple += inClass ? classes[name] : `[${classes[name]}]`;
    else simple += part.startsWith("\\") || !flags.includes("i") ? part : part.toLowerCase();
    at += length;
  }
  const kept = flags.replace(/[dgyi]/g, "").replace("v", "u");
  try {
    return { source: new RegExp(simple, kept).source, flags: kept };
  } catch {
    return { source, flags };
  }
}
