/** Moves between the links of a nested list: up and down as they stand, left to the parent, right to the first branch. @returns whether it moved. */
export function moveInTree(list: HTMLElement, key: string): boolean {
  const links = [...list.querySelectorAll<HTMLElement>(linkOfNode)];
  const here = document.activeElement?.closest<HTMLElement>(".copilot-node")?.querySelector<HTMLElement>("a");
  const at = here ? links.indexOf(here) : -1;
  const next = nextOf(links, at, key);
  next?.focus();
  return next !== undefined;
}

const linkOfNode = ".copilot-node > a:first-child";

function nextOf(links: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  switch (key) {
    case "ArrowDown":
      return links[at + 1];
    case "ArrowUp":
      return links[at - 1];
    case "Home":
      return links[0];
    case "End":
      return links.at(-1);
    case "ArrowLeft":
      return links[at]?.closest("ul")?.closest("li")?.querySelector<HTMLElement>(linkOfNode) ?? undefined;
    case "ArrowRight":
      return links[at]?.closest("li")?.querySelector<HTMLElement>(`:scope > ul ${linkOfNode}`) ?? undefined;
    default:
      return undefined;
  }
}
