/** Where the browser does not tell of a new address, it is looked at. */
const lookMs = 1_000;

/** Calls back each time the address has got another path while the page stays loaded. */
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
