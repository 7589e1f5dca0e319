/** Whether a path is meant by a pattern, in which `*` stands for anything. Compared as they are written, in linear time. */
export function pathMatches(pattern: string, path: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  if (others.length === 0) return path === first;
  const last = others.pop() ?? "";
  if (!path.startsWith(first)) return false;
  let from = first.length;
  for (const piece of others) {
    const at = path.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return path.length - last.length >= from && path.endsWith(last);
}
