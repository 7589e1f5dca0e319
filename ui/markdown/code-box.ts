/** Labels of the copy button before and after copying. */
export interface CopyWords {
  copy: string;
  copied: string;
}

const boxClass = "code-box";
const copyClass = "copy-code";

/** Display time of the message that the code was copied, in ms. */
const copiedShownMs = 2_000;

/** A language name is one word: `js`, `c++`, `objective-c`. The rest of the fence line is for programs. */
const languageName = /^[\p{L}\p{N}#+.-]{1,24}(?=[\s,{:]|$)/u;

/** Appends a box for code, with a copy button and a status that screen readers announce. Returns the box. */
export function appendCodeBox(parent: Element, { copy }: CopyWords): Element {
  const make = (tag: string, place: Element, attributes: Record<string, string>) => {
    const element = place.appendChild(place.ownerDocument.createElement(tag));
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const box = make("div", parent, { class: boxClass });
  const head = make("div", box, { class: "code-head" });
  make("span", head, { class: "code-language" });
  make("span", head, { role: "status" });
  make("button", head, { type: "button", class: copyClass }).append(copy);
  return box;
}

/** Shows the language of a code block, as written after the fence. */
export function nameLanguage(code: Element, written: string): void {
  const place = code.closest(`.${boxClass}`)?.querySelector(".code-language");
  const name = languageName.exec(written.trim())?.[0];
  if (place && name) place.textContent = name;
}

/** Copies the code of the box whose button was pressed. Shows nothing when the browser forbids it. */
export async function copyPressed(target: EventTarget | null, { copied }: CopyWords): Promise<void> {
  const button = target instanceof Element ? target.closest(`.${copyClass}`) : null;
  const status = button?.previousElementSibling;
  if (!button || !status) return;
  const code = button.closest(`.${boxClass}`)?.querySelector("pre")?.textContent ?? "";
  const isCopied = await navigator.clipboard.writeText(code).then(
    () => true,
    () => false,
  );
  if (!isCopied) return;
  status.textContent = copied;
  setTimeout(() => {
    status.textContent = "";
  }, copiedShownMs);
}
