import { PersonAvatar } from "../accounts/avatar.tsx";
import { useApp, useMe, useWorkspace } from "../app-context.ts";
import { awayWords, snoozeTimes } from "../tickets/inbox/snooze-times.ts";
import { errorSentence } from "../ui/api-call.ts";
import { Icon } from "../ui/icon.tsx";
import { notifyTabs } from "../ui/other-tabs.ts";
import { shortcutsOpen } from "../ui/shortcuts.tsx";
import type { ThemeChoice } from "../ui/theme-store.ts";
import { now } from "../ui/time.ts";

const themes: ReadonlyArray<{ choice: ThemeChoice; label: string }> = [
  { choice: "auto", label: "Auto" },
  { choice: "light", label: "Light" },
  { choice: "dark", label: "Dark" },
];

/** The account menu: name, theme, sign-out. In the rail, on phones in the tab bar. */
export function PersonMenu({ placement }: { placement: "rail" | "tabs" }) {
  const me = useMe();
  const { ownPresence } = useWorkspace();
  const id = `person-menu-${placement}`;
  const isAway = awayWords(ownPresence.away.value, new Date(now.value)) !== "";
  const isRail = placement === "rail";
  const shown = isRail ? me.name : isAway ? "Away" : "You";
  return (
    <div class={`person person-${placement}`}>
      <button
        type="button"
        class="person-button"
        popovertarget={id}
        aria-label={`${shown}${isRail ? "" : `: ${me.name}`}${isAway && isRail ? " Away" : ""}, account menu`}
      >
        {/* As an attribute: the name of a button has to hold all the words in it. */}
        <PersonAvatar person={me} />
        <span class="person-name">{shown}</span>
        {isAway && isRail ? <span class="chip">Away</span> : null}
      </button>
      <div id={id} popover="auto" class={`menu menu-${placement}`}>
        <MenuBody id={id} />
      </div>
    </div>
  );
}

function MenuBody({ id }: { id: string }) {
  const { mentions, approvals, may } = useWorkspace();
  const me = useMe();
  const hide = () => document.getElementById(id)?.hidePopover();
  const link = (href: string, label: string, waiting = 0) => (
    <a class="menu-item" href={href} onClick={hide}>
      {label}
      {waiting > 0 ? ` (${waiting})` : ""}
    </a>
  );
  return (
    <>
      <div class="menu-head">
        <strong>{me.name}</strong>
        <span class="muted">{[me.email, me.role].filter(Boolean).join(" · ")}</span>
      </div>
      <Colours id={id} />
      {me.kind === "person" && may("agent") ? <AwaySwitch /> : null}
      <TenantSwitch />
      {me.kind === "person" ? link("/console/profile", "Your profile") : null}
      {link("/console/approvals", "Approvals", approvals.items.value?.length)}
      {link("/console/mentions", "Mentions", mentions.items.value?.length)}
      {link("/console/gaps", "Gaps")}
      {may("agent") ? link("/console/copilot", "Copilot") : null}
      {may("manager") ? link("/console/playground", "Playground") : null}
      {may("manager") ? link("/console/tools", "Tools") : null}
      {may("manager") ? link("/console/analytics", "Analytics") : null}
      {link("/console/replies", "Canned replies")}
      {may("admin") ? link("/console/audit", "Audit log") : null}
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
      <SignOut onClick={hide} />
    </>
  );
}

/** The user's other workspaces. A switch loads a new page, and other tabs close their workspace. */
function TenantSwitch() {
  const { toasts, switchTenant, leave } = useWorkspace();
  const { tenant, tenants = [] } = useMe();
  if (tenants.length < 2) return null;
  const go = async (id: string) => {
    try {
      await leave();
      await switchTenant(id);
    } catch (error) {
      return toasts.fail(`Not switched. ${errorSentence(error)}`);
    }
    notifyTabs(id);
    location.assign("/console/");
  };
  return (
    <div class="menu-tenants" role="group" aria-label="Workspaces">
      {tenants.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          class="menu-item"
          aria-current={id === tenant.id ? "true" : undefined}
          onClick={() => (id === tenant.id ? undefined : void go(id))}
        >
          <span dir="auto">{name}</span>
          {id === tenant.id ? <Icon name="check" /> : null}
        </button>
      ))}
    </div>
  );
}

function SignOut({ onClick }: { onClick: () => void }) {
  const { session } = useApp();
  const { toasts, leave } = useWorkspace();
  return (
    <button
      type="button"
      class="menu-item"
      onClick={() => {
        onClick();
        leave()
          .then(session.signOut)
          .catch((error: unknown) => toasts.fail(`Not signed out. ${errorSentence(error)}`));
      }}
    >
      Sign out
    </button>
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

const hourMs = 3_600_000;

/** In the account menu: away, with an end time, or back. */
function AwaySwitch() {
  const { ownPresence, toasts } = useWorkspace();
  const at = new Date(now.value);
  const words = awayWords(ownPresence.away.value, at);
  const change = async (until: Date | null | undefined) => {
    const isAway = until !== undefined;
    const problem = await ownPresence.change({ away: isAway, ...(until ? { until: until.toISOString() } : {}) });
    if (problem) toasts.fail(`Not changed. ${problem}`);
    else toasts.show(isAway ? "Set you to away. No tickets will be assigned to you" : "Set you to available");
  };
  const choice = (label: string, until: Date | null | undefined) => (
    <button key={label} type="button" class="btn small" onClick={() => void change(until)}>
      {label}
    </button>
  );
  const morning = snoozeTimes(at).find(({ id }) => id === "tomorrow")?.at;
  return (
    <div class="menu-away" role="group" aria-label="Away">
      <span class="muted">{words || "Set away"}</span>
      {words ? (
        <div>{choice("I'm back", undefined)}</div>
      ) : (
        <div>
          {choice("An hour", new Date(at.getTime() + hourMs))}
          {morning ? choice("Today", morning) : null}
          {choice("Until I'm back", null)}
        </div>
      )}
    </div>
  );
}
