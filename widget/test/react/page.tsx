import type { ParleyOptions } from "parley-widget";
import { ParleyChat, useParley } from "parley-widget/react";
import { StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

declare global {
  interface Window {
    heard: string[];
  }
}
window.heard = [];

/** A button of the page's own beside the launcher; two of them share one chat. */
function Help(options: ParleyOptions) {
  const parley = useParley(options);
  useEffect(() => parley?.on("message", ({ role }) => window.heard.push(role)), [parley]);
  return (
    <button type="button" onClick={() => parley?.send("How do I allow subdomains?")}>
      Ask
    </button>
  );
}

const views = ["launcher", "in its place", "bare", "nothing"] as const;

function App({ server, tenant }: ParleyOptions) {
  const [view, setView] = useState<(typeof views)[number]>("launcher");
  const [language, setLanguage] = useState("en");
  const options = { server, tenant, language, teaser: true };
  return (
    <main style={{ width: 500 }}>
      {views.map((name) => (
        <button key={name} type="button" onClick={() => setView(name)}>
          {name}
        </button>
      ))}
      <button type="button" onClick={() => setLanguage("de")}>
        German
      </button>
      {view !== "nothing" && <Help {...options} />}
      {view === "in its place" && <ParleyChat {...options} style={{ display: "block" }} aria-label="Chat" />}
      {view === "bare" && (
        <section>
          <parley-chat id="bare" />
          <Help {...options} />
        </section>
      )}
    </main>
  );
}

const { server = "", tenant = "" } = document.documentElement.dataset;
const place = document.getElementById("app");
if (place)
  createRoot(place).render(
    <StrictMode>
      <App server={server} tenant={tenant} />
    </StrictMode>,
  );
