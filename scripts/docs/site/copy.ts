/** How long the button shows that it has copied, in ms. */
const saidMs = 2_000;

/** A button on each piece of code, where the browser lets a page copy. */
export function addCopyButtons(): void {
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll(".code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", "Copy code");
    button.addEventListener("click", () => void copyCode(block, button));
    block.append(button);
  }
}

/** A heading's link is copied, too, when it is followed. */
export function copyAnchors(): void {
  document.addEventListener("click", (event) => {
    const anchor = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a.anchor") : null;
    if (!anchor || !navigator.clipboard) return;
    void write(anchor.href).then((isCopied) => {
      if (isCopied) say("Link copied");
    });
  });
}

async function copyCode(block: Element, button: HTMLButtonElement): Promise<void> {
  const isCopied = await write(block.querySelector("code")?.textContent ?? "");
  button.textContent = isCopied ? "Copied" : "Copy failed";
  say(isCopied ? "Copied" : "Copying is blocked. Select the text and copy it.");
  setTimeout(() => {
    button.textContent = "Copy";
  }, saidMs);
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Not allowed for this page, or the page is not in front.
    return false;
  }
}

/** Announces a text to screen readers. */
function say(text: string): void {
  let place = document.querySelector<HTMLElement>(".spoken[role=status]");
  if (!place) {
    place = document.createElement("p");
    place.className = "spoken";
    place.setAttribute("role", "status");
    document.body.append(place);
  }
  place.textContent = text;
}
