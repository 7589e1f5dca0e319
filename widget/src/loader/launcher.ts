import type { Theme } from "../../../protocol/requests.ts";
import type { Look } from "../panel-contract.ts";
import { launcherCss } from "./launcher.styles.ts";

const svgNamespace = "http://www.w3.org/2000/svg";
const chatPath =
  "M4 11.5c0-4.1 3.6-7 8-7s8 2.9 8 7-3.6 7-8 7c-.9 0-1.8-.1-2.6-.4L5.5 19.500l.7-3.300C4.8 15 4 13.4 4 11.500z";
const downPath = "M6 9.500l6 6 6-6";

/** Words for the button; the panel brings the visitor's language, the loader only these. */
export type LauncherWords = Record<"open" | "close", string>;

/** The round button in the corner of the page, in its own shadow root so that no style goes in or out. */
export class Launcher {
  readonly element = document.createElement("div");
  readonly #button = document.createElement("button");
  readonly #badge = document.createElement("span");
  readonly #path = document.createElementNS(svgNamespace, "path");
  readonly #words: LauncherWords;

  constructor(words: LauncherWords, onPress: () => void) {
    this.#words = words;
    this.#button.type = "button";
    this.#button.setAttribute("part", "launcher");
    this.#button.setAttribute("aria-haspopup", "dialog");
    this.#badge.setAttribute("part", "badge");
    this.#badge.hidden = true;
    this.#button.append(this.#icon(), this.#badge);
    this.#button.addEventListener("click", onPress);
    const root = this.element.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(launcherCss);
    root.adoptedStyleSheets = [sheet];
    root.append(this.#button);
    this.element.setAttribute("data-parley", "launcher");
    this.setOpen(false);
  }

  /** Shows what a press would do. */
  setOpen(isOpen: boolean): void {
    this.#button.setAttribute("aria-expanded", String(isOpen));
    this.#button.setAttribute("aria-label", isOpen ? this.#words.close : this.#words.open);
    this.#path.setAttribute("d", isOpen ? downPath : chatPath);
  }

  /** Shows how many answers were not seen. */
  setUnread(count: number): void {
    this.#badge.hidden = count === 0;
    this.#badge.textContent = count > 9 ? "9+" : String(count);
  }

  /** Colours and corner: what the script tag says, else the tenant's theme. */
  setLook(look: Look, theme?: Pick<Theme, "accent" | "accent_text" | "position">): void {
    const style = this.element.style;
    const accent = look.accent ?? theme?.accent;
    if (accent && CSS.supports("color", accent)) style.setProperty("--_accent", accent);
    if (!look.accent && theme && CSS.supports("color", theme.accent_text)) {
      style.setProperty("--_accent-text", theme.accent_text);
    }
    this.element.setAttribute("data-position", look.position ?? theme?.position ?? "right");
  }

  /** Gives the keyboard back after the panel was closed. */
  focus(): void {
    this.#button.focus({ preventScroll: true });
  }

  #icon(): SVGElement {
    const icon = document.createElementNS(svgNamespace, "svg");
    icon.setAttribute("viewBox", "0 0 24 24");
    icon.setAttribute("aria-hidden", "true");
    icon.append(this.#path);
    return icon;
  }
}
