import { findTenant } from "./assistant.ts";

/** Every part that the chat exports; a test compares the list with the elements. */
const parts =
  "panel header title log message bubble sources citation citation-mark escalation clarification choice tool confirmation status note error after composer input send-button stop-button";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const own = new CSSStyleSheet();

/** Applies the form's settings to the demo tenant's chat, and shows the code that sets them on a page. */
export function followForm(): void {
  document.adoptedStyleSheets = [own];
  for (const part of parts.split(" ")) (field("part") as HTMLSelectElement).append(new Option(part));
  form().addEventListener("input", show);
  form().addEventListener("reset", () => setTimeout(show));
  addEventListener("parley:open", show);
  find("[data-open]").addEventListener("click", () => window.Parley?.("open"));
  show();
  void findTenant().then((tenant) => {
    find(".missing").hidden = tenant !== null;
  });
}

/** Sets only the changed values, so that the tenant's other values stay. */
function show(): void {
  const fields = [...form().elements].filter((element) => "defaultValue" in element || element.tagName === "SELECT");
  const changed = (fields as Field[]).filter(
    (entry) => entry.name.startsWith("--") && entry.value !== defaultOf(entry),
  );
  const lines = changed.map(({ name, value, dataset }) => `  ${name}: ${value}${dataset["unit"] ?? ""};`);
  for (const range of form().querySelectorAll<HTMLInputElement>("[type=range]")) {
    if (range.nextElementSibling) range.nextElementSibling.textContent = `${range.value} px`;
  }
  const properties = lines.length > 0 ? `:root {\n${lines.join("\n")}\n}` : "";
  const css = [properties, field("rules").value.trim()].filter(Boolean).join("\n\n");
  const part = field("part").value;
  const marked = part ? `parley-chat::part(${part}) { outline: 2px dashed crimson; outline-offset: -2px; }` : "";
  own.replaceSync(`${css}\n${marked}`);
  follow();
  const attributes = (["mode", "position"] as const)
    .filter((name) => field(name).value)
    .map((name) => `\n  data-${name}="${field(name).value}"`);
  const tag = `<script async src="${location.origin}/widget/parley.js"\n  data-tenant="YOUR-TENANT-ID"${attributes.join("")}></script>`;
  find(".theming-copy code").textContent = css === "" ? tag : `${tag}\n<style>\n${css}\n</style>`;
}

/** The script reads its tag only once, at the start. Later changes of its attributes are applied here. */
function follow(): void {
  const chat = document.querySelector("parley-chat");
  const launcher = document.querySelector<HTMLElement>("[data-parley=launcher]");
  const [mode, position] = [field("mode").value, field("position").value];
  if (mode) chat?.setAttribute("mode", mode);
  if (!position) return;
  chat?.setAttribute("position", position);
  if (launcher) launcher.dataset["position"] = position;
}

function defaultOf(entry: Field): string {
  return "defaultValue" in entry ? entry.defaultValue : "";
}

function form(): HTMLFormElement {
  return find<HTMLFormElement>("form.theming");
}

function field(name: string): Field {
  return form().elements.namedItem(name) as Field;
}

function find<Found extends HTMLElement = HTMLElement>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}
