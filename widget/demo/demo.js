// The page as a customer would write it: one script tag, and buttons that open the chat.

/** Calls made before the widget has loaded wait here. */
window.Parley ??= (...call) => {
  window.Parley.q = [...(window.Parley.q ?? []), call];
};

document.addEventListener("click", (event) => {
  const control = event.target.closest?.("[data-open], [data-question]");
  if (!control) return;
  const { question } = control.dataset;
  window.Parley("open", question ? { question } : undefined);
});

document.querySelector("[data-ask]").addEventListener("submit", (event) => {
  event.preventDefault();
  const field = event.target.elements.question;
  const question = field.value.trim() || field.placeholder;
  field.value = "";
  window.Parley("open", { question });
});

addWidget().catch(() => {
  const notice = document.querySelector(".notice");
  notice.textContent = "The chat is not available: this installation has no demo.";
  notice.hidden = false;
});

/** Only the demo has to ask which tenant it belongs to; on a real page the tag stands in the HTML. */
async function addWidget() {
  const response = await fetch("/demo/config.json", { credentials: "omit" });
  if (!response.ok) throw new Error(`config.json: ${response.status}`);
  const { tenant_id: tenantId, api_url: apiUrl = location.origin } = await response.json();
  const script = document.createElement("script");
  script.async = true;
  script.dataset.tenant = tenantId;
  // Says that the tag is late on purpose, so that the chat does not look for an optimiser that holds it back.
  script.dataset.cfasync = "false";
  script.setAttribute("nowprocket", "");
  script.src = trusted(`${apiUrl}/widget/parley.js`);
  document.body.append(script);
}

/** The page's policy lets no string become a script's address unnoticed. */
function trusted(address) {
  const policy = window.trustedTypes?.createPolicy("parley", { createScriptURL: (url) => url });
  return policy ? policy.createScriptURL(address) : address;
}
