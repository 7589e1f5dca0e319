import { useWorkspace } from "../app-context.ts";
import { Icon } from "../ui/icon.tsx";
import type { SetupStep } from "./setup-store.ts";

const steps: ReadonlyArray<{ name: SetupStep; title: string; text: string; path: string; action: string }> = [
  {
    name: "embedded",
    title: "Install the chat",
    text: "Paste one line into your site. Done when the first chat opens there.",
    path: "/console/settings/install",
    action: "Get the code",
  },
  {
    name: "domain",
    title: "Allow your site",
    text: "Only sites on your list can show the chat.",
    path: "/console/settings/install#domains",
    action: "Add a domain",
  },
  {
    name: "knowledge",
    title: "Add knowledge",
    text: "Files, pages of your site, or pasted text. The assistant only answers from what you add.",
    path: "/console/library",
    action: "Open the library",
  },
  {
    name: "tried",
    title: "Try it here",
    text: "Ask a question and see the answer with its sources and confidence.",
    path: "/console/search",
    action: "Ask something",
  },
];

/** The first steps of an empty tenant, each with a link. */
export function Setup() {
  const { setup, me } = useWorkspace();
  const done = setup.done.value;
  const next = steps.find(({ name }) => !done[name]);
  return (
    <div class="sheet-page setup">
      <header class="page-head">
        <div>
          <h1>Set up {me.tenant.name}</h1>
          <p class="muted" role="status">
            {steps.length - setup.left.value} of {steps.length} steps done
          </p>
        </div>
        <button type="button" class="btn ghost" onClick={setup.dismiss}>
          Dismiss
        </button>
      </header>
      <ol class="setup-steps">
        {steps.map(({ name, title, text, path, action }, index) => (
          <li key={name} class={done[name] ? "setup-done" : ""}>
            <span class="setup-mark" aria-hidden="true">
              {done[name] ? <Icon name="check" /> : index + 1}
            </span>
            <div>
              <h2>
                {title} {done[name] ? <span class="visually-hidden">(done)</span> : null}
              </h2>
              <p class="muted">{text}</p>
            </div>
            <a class={`btn ${next?.name === name ? "primary" : ""}`} href={path}>
              {action}
            </a>
          </li>
        ))}
      </ol>
    </div>
  );
}
