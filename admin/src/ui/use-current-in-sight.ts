import { useLayoutEffect, useRef } from "preact/hooks";

/** For a row of links that is wider than a phone: the one that is current is in sight. @param current another text: it may be another, or wider. */
export function useCurrentInSight<E extends HTMLElement>(current: string) {
  const row = useRef<E>(null);
  useLayoutEffect(() => {
    row.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  return row;
}
