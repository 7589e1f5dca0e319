import { errorSentence } from "../api-error.ts";
import { useApp, useWorkspace } from "../app-context.ts";
import { initials } from "../lib/format.ts";
import type { ThemeChoice } from "../stores/theme-store.ts";
import { shortcutsOpen } from "./shortcuts-dialog.tsx";

const themes: ReadonlyArray<{ choice: ThemeChoice; label: string }> = [
  { choice: "auto", label: "Auto" },
  { choice: "light", label: "Light" },
  { choice: "dark", label: "Dark" },
];

/** Who is signed in, the colours of this browser, sign-out. Stands in the rail, on phones in the tab bar. */
export function PersonMenu({ placement }: { placement: "rail" | "tabs" }) {
  const { me } = useWorkspace();
  const id = `person-menu-${placement}`;
  return (
    <div class={`person person-${placement}`}>
      <button type="button" class="person-button" popovertarget={id}>
        <span class="avatar avatar-person" aria-hidden="true">
          {initials(me.name)}
        </span>
        <span class="person-name">{placement === "rail" ? me.name : "You"}</span>
        <span class="visually-hidden">, account menu</span>
      </button>
      <div id={id} popover="auto" class={`menu menu-${placement}`}>
        <MenuBody id={id} />
      </div>
    </div>
  );
}

function MenuBody({ id }: { id: string }) {
  const { session, theme } = useApp();
  const { me, toasts, mentions } = useWorkspace();
  const hide = () => document.getElementById(id)?.hidePopover();
  return (
    <>
      <div class="menu-head">
        <strong>{me.name}</strong>
        <span class="muted">{[me.email, me.role].filter(Boolean).join(" · ")}</span>
      </div>
      <fieldset class="segmented">
        <legend class="visually-hidden">Colours</legend>
        {themes.map(({ choice, label }) => (
          <label key={choice}>
            <input
              type="radio"
              name={`${id}-theme`}
              checked={theme.choice.value === choice}
              onChange={() => theme.choose(choice)}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <a class="menu-item" href="/console/mentions" onClick={hide}>
        Mentions{mentions.items.value?.length ? ` (${mentions.items.value.length})` : ""}
      </a>
      <a class="menu-item" href="/console/replies" onClick={hide}>
        Canned replies
      </a>
      <button
        type="button"
        class="menu-item"
        onClick={() => {
          hide();
          shortcutsOpen.value = true;
        }}
      >
        Keyboard shortcuts
      </button>
      <button
        type="button"
        class="menu-item"
        onClick={() => {
          hide();
          session.signOut().catch((error: unknown) => toasts.fail(`Not signed out. ${errorSentence(error)}`));
        }}
      >
        Sign out
      </button>
    </>
  );
}
