// Shows on the demo tenant's chat what is set in the form, and writes down how a page sets it.

/** Every part that the chat exports; a test compares the list with the elements. */
const parts =
  "panel header title log message bubble sources citation citation-mark escalation clarification choice status note error after composer input send-button stop-button";
const form = document.querySelector("form");
const own = new CSSStyleSheet();
document.adoptedStyleSheets = [own];

for (const part of parts.split(" ")) form.elements.part.append(new Option(part));
form.addEventListener("input", show);
form.addEventListener("reset", () => setTimeout(show));
addEventListener("parley:open", show);
document.querySelector("[data-open]").addEventListener("click", () => window.Parley?.("open"));
document.querySelector("[data-copy]").addEventListener("click", copy);
show();
addWidget().catch(() => {
  document.querySelector(".missing").hidden = false;
});

/** Only what was changed is set, so that the rest stays the tenant's. */
function show() {
  const changed = [...form.elements].filter(({ name, value }) => name.startsWith("--") && value !== defaultOf(name));
  const lines = changed.map(({ name, value, dataset }) => `  ${name}: ${value}${dataset.unit ?? ""};`);
  for (const range of form.querySelectorAll("[type=range]")) range.nextElementSibling.value = `${range.value} px`;
  const { part, rules, mode, position } = form.elements;
  const properties = lines.length > 0 ? `:root {\n${lines.join("\n")}\n}` : "";
  const css = [properties, rules.value.trim()].filter(Boolean).join("\n\n");
  const marked = part.value
    ? `parley-chat::part(${part.value}) { outline: 2px dashed crimson; outline-offset: -2px; }`
    : "";
  own.replaceSync(`${css}\n${marked}`);
  // The script tag is read once, when the page begins; here its attributes are followed by hand.
  const chat = document.querySelector("parley-chat");
  const launcher = document.querySelector("[data-parley=launcher]");
  if (mode.value) chat?.setAttribute("mode", mode.value);
  if (position.value) {
    chat?.setAttribute("position", position.value);
    if (launcher) launcher.dataset.position = position.value;
  }
  const attributes = [mode, position]
    .filter(({ value }) => value)
    .map(({ name, value }) => `\n  data-${name}="${value}"`);
  const tag = `<script async src="${location.origin}/widget/parley.js"\n  data-tenant="YOUR-TENANT-ID"${attributes.join("")}></script>`;
  document.querySelector("pre code").textContent = css === "" ? tag : `${tag}\n<style>\n${css}\n</style>`;
}

function defaultOf(name) {
  const field = form.elements[name];
  return field.defaultValue ?? "";
}

async function copy() {
  const told = document.querySelector(".buttons [role=status]");
  await navigator.clipboard?.writeText(document.querySelector("pre code").textContent);
  told.textContent = navigator.clipboard ? "Copied" : "This browser copies only over HTTPS";
}

async function addWidget() {
  const response = await fetch("/demo/config.json", { credentials: "omit" });
  if (!response.ok) throw new Error(`config.json: ${response.status}`);
  const { tenant_id: tenantId } = await response.json();
  const script = document.createElement("script");
  script.async = true;
  script.dataset.tenant = tenantId;
  const policy = window.trustedTypes?.createPolicy("parley", { createScriptURL: (url) => url });
  const address = `${location.origin}/widget/parley.js`;
  script.src = policy ? policy.createScriptURL(address) : address;
  document.body.append(script);
}
