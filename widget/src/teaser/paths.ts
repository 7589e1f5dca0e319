/** Poll interval in ms, for browsers that do not report a new address. */
const lookMs = 1_000;

/** Calls back each time the path of the address changes while the page stays loaded. */
export function onOtherPath(tell: () => void): void {
  let path = location.pathname;
  const look = () => {
    if (path === location.pathname) return;
    path = location.pathname;
    tell();
  };
  if (window.navigation) window.navigation.addEventListener("currententrychange", look);
  else setInterval(look, lookMs);
}

/** Whether a path matches a pattern, in which `*` matches any text. Compares the texts as written, in linear time. */
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
