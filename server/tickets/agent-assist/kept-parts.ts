const link =
  /(?:https?:\/\/|www\.)[^\s<>()[\]"'`]+[^\s<>()[\]"'`.,;:!?]|(?<![^\s@<>()[\]])[^\s@<>()[\]]+@[^\s@<>()[\]]+\.[a-z]{2,}/giu;
const code = /```[\s\S]*?```|`[^`\n]+`/g;
const placeholder = /\{\{[^{}]*\}\}|\$\{[^{}]*\}|\{[\w.]+\}|%[sd]|<\/?[a-z][\w-]*>/gi;
const mark = /\[\d{1,3}(?:\s*[,;]\s*\d{1,3})*\](?!\()/g;
const number = /\p{Nd}+(?:[.,:/\u00a0\u202f' ]\p{Nd}+)*/gu;

/**
 * Parts that must be the same in every language: code, placeholders, links, citation marks, numbers. They are matched in that order, and a
 * matched part is not searched again.
 */
function keptParts(text: string): string[] {
  let rest = text;
  const parts: string[] = [];
  for (const pattern of [code, placeholder, link, mark]) {
    rest = rest.replace(pattern, (part) => {
      parts.push(part);
      return " \n ";
    });
  }
  return [...parts, ...[...rest.matchAll(number)].map(([part]) => plainNumber(part))];
}

/** `1,000.50`, `1.000,50` and `1 000,50` are the same number with the separators of different languages. */
function plainNumber(written: string): string {
  const groups = written.replace(/[\u00a0\u202f' ](?=\p{Nd}{3}(?!\p{Nd}))|[.,](?=\p{Nd}{3}(?!\p{Nd}))/gu, "");
  return groups.replace(",", ".").replace(/[\u00a0\u202f' ]/g, " ");
}

/** Parts that only one of the two texts has. A part that occurs more often in one text is listed once for each extra time. */
export function lostParts(original: string, translation: string): string[] {
  const [before, after] = [keptParts(original), keptParts(translation)];
  return [...without(before, after), ...without(after, before)];
}

function without(parts: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1);
  return parts.filter((part) => {
    const count = left.get(part) ?? 0;
    left.set(part, count - 1);
    return count <= 0;
  });
}
