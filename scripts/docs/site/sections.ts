/** A heading nearer than this to the top of the window has begun, in px: the header and the scroll distance for it. */
const begunPx = 120;

/** Marks the section that the reader sees in "On this page". */
export function markCurrentSection(): void {
  const list = document.querySelector<HTMLElement>(".beside");
  const sections = [...(list?.querySelectorAll<HTMLAnchorElement>("a") ?? [])].flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return heading ? [{ link, heading }] : [];
  });
  if (!list || sections.length === 0) return;
  let marked: HTMLAnchorElement | undefined;
  let isDue = false;
  const mark = () => {
    isDue = false;
    const begun = sections.findLast(({ heading }) => heading.getBoundingClientRect().top < begunPx);
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const current = (isAtEnd && scrollY > 0 ? sections.at(-1) : begun)?.link;
    if (current === marked) return;
    marked?.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "location");
    marked = current;
    if (current) keepInView(current, list);
  };
  const onScroll = () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(mark);
  };
  addEventListener("scroll", onScroll, { passive: true });
  mark();
}

function keepInView(link: HTMLElement, list: HTMLElement): void {
  const [at, around] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (at.top < around.top || at.bottom > around.bottom) list.scrollTop += at.top - around.top - around.height / 3;
}
