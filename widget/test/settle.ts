import type { Page } from "playwright-core";

/** Waits until what moves has come to rest, so that colours and places are measured as they are seen. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const roots: (Document | ShadowRoot)[] = [document];
    for (const root of roots)
      for (const element of root.querySelectorAll("*")) if (element.shadowRoot) roots.push(element.shadowRoot);
    const finite = (animation: Animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    return roots.every((root) =>
      root
        .getAnimations()
        .filter(finite)
        .every((animation) => animation.playState !== "running"),
    );
  });
}

/** Names of all animations that are there. */
export function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const roots: (Document | ShadowRoot)[] = [document];
    for (const root of roots)
      for (const element of root.querySelectorAll("*")) if (element.shadowRoot) roots.push(element.shadowRoot);
    const animations = roots.flatMap((root) => root.getAnimations());
    return animations.map((one) => (one instanceof CSSAnimation ? one.animationName : "a transition"));
  });
}
