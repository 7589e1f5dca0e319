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
  const shown = placement === "rail" ? me.name : "You";
  return (
    <div class={`person person-${placement}`}>
      <button
        type="button"
        class="person-button"
        popovertarget={id}
        aria-label={`${shown === me.name ? "" : `${shown}: `}${me.name}, account menu`}
      >
        {/* As an attribute: the name of a button has to hold all the words in it. */}
        <span class="avatar avatar-person avatar-initials" data-initials={initials(me.name)} aria-hidden="true" />
        <span class="person-name">{shown}</span>
      </button>
      <div id={id} popover="auto" class={`menu menu-${placement}`}>
        <MenuBody id={id} />
      </div>
    </div>
  );
}

function MenuBody({ id }: { id: string }) {
  const { session } = useApp();
  const { me, toasts, mentions } = useWorkspace();
  const hide = () => document.getElementById(id)?.hidePopover();
  return (
    <>
      <div class="menu-head">
        <strong>{me.name}</strong>
        <span class="muted">{[me.email, me.role].filter(Boolean).join(" · ")}</span>
      </div>
      <Colours id={id} />
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

function Colours({ id }: { id: string }) {
  const { theme } = useApp();
  return (
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
  );
}
