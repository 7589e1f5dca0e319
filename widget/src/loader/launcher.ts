import type { Look } from "../panel/contract.ts";
import type { StoredAppearance } from "../theme/kept-look.ts";
import { launcherCss } from "./launcher.styles.ts";

/** The round button in the corner of the page, in its own shadow root, so that the page's and its own styles do not affect each other. */
export class Launcher {
  readonly element = document.createElement("div");
  readonly button = document.createElement("button");
  /** Shows the number of unread answers. */
  readonly badge = document.createElement("span");
  /** The panel is open or will open. */
  isOpen = false;
  /** Element that had the focus before the panel opened. */
  opener: Element | null = null;

  constructor(name: string, onPress: () => void) {
    const { element, button, badge } = this;
    set(button, { part: "launcher", "aria-haspopup": "dialog", "aria-label": name });
    set(badge, { part: "badge", hidden: "" });
    button.append(badge);
    button.onclick = onPress;
    // Shortcuts of the page must not keep these keys from the button.
    button.onkeydown = button.onkeyup = (event) => {
      event.cancelBubble = / |Enter/.test(event.key);
    };
    const root = element.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(launcherCss);
    root.adoptedStyleSheets = [sheet];
    root.append(button);
    set(element, { "data-parley": "launcher" });
    this.setOpen(false);
  }

  /** Sets the button's state for an open or a closed panel. */
  setOpen(isOpen: boolean): void {
    if (isOpen && !this.isOpen) this.opener = document.activeElement;
    this.isOpen = isOpen;
    set(this.button, { "aria-expanded": `${isOpen}` });
  }

  /** Sets colour and corner: from the script tag, else from the tenant's theme. */
  setAppearance(look: Look, theme: StoredAppearance): void {
    const accent = look.accent ?? theme.accent;
    if (accent && CSS.supports("color", accent)) this.element.style.setProperty("--_accent", accent);
    set(this.element, { "data-position": look.position ?? theme.position ?? "right" });
  }
}

function set(element: Element, attributes: Record<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}
