import type { HomeLink, HomeSettings, Notice } from "../../../protocol/home.ts";
import { useWorkspace } from "../app-context.ts";
import { TextField } from "../ui/fields.tsx";
import { Icon } from "../ui/icon.tsx";
import { HoursSettings } from "./hours-settings.tsx";

const maxLinks = 5;

/** The start screen of the chat: notice, links, opening hours. */
export function HomeScreenSettings({ home }: { home: HomeSettings }) {
  const { settings } = useWorkspace();
  const change = (next: Partial<HomeSettings>) => settings.edit({ home: { ...home, ...next } });
  return (
    <div class="settings-group">
      <NoticeFields notice={home.notice} onChange={(notice) => change({ notice })} />
      <LinkFields links={home.links} onChange={(links) => change({ links })} />
      <TextField
        label="AI notice"
        hint="Tells visitors before the first answer that an AI answers. Leave empty for the default sentence in the visitor's language."
        value={home.ai_notice ?? ""}
        max={200}
        onChange={(text) => change({ ai_notice: text === "" ? null : text })}
      />
      <HoursSettings home={home} onChange={change} />
    </div>
  );
}

function NoticeFields({ notice, onChange }: { notice: Notice | null; onChange: (notice: Notice | null) => void }) {
  const set = (next: Partial<Notice>) => {
    const whole = { text: "", link: null, until: null, ...notice, ...next };
    onChange(whole.text === "" ? null : whole);
  };
  return (
    <>
      <TextField
        label="Notice"
        hint="Shown at the top, for example during an outage. Leave empty to hide."
        value={notice?.text ?? ""}
        max={300}
        rows={2}
        onChange={(text) => set({ text })}
      />
      {notice ? (
        <>
          <LinkRow name="Notice link" link={notice.link} onChange={(link) => set({ link })} />
          <label class="field">
            <span>Shown until</span>
            <input
              class="input"
              type="datetime-local"
              value={localTime(notice.until)}
              onInput={({ currentTarget: { value } }) =>
                set({ until: value === "" ? null : new Date(value).toISOString() })
              }
            />
          </label>
        </>
      ) : null}
    </>
  );
}

function LinkFields({ links, onChange }: { links: readonly HomeLink[]; onChange: (links: HomeLink[]) => void }) {
  return (
    <fieldset class="field starters">
      <legend>Links</legend>
      {links.map((link, index) => (
        <LinkRow
          key={index}
          name={`Link ${index + 1}`}
          link={link}
          onChange={(next) => onChange(links.with(index, next ?? emptyLink))}
          onRemove={() => onChange(links.filter((_, at) => at !== index))}
        />
      ))}
      {links.length < maxLinks ? (
        <button type="button" class="btn ghost small" onClick={() => onChange([...links, emptyLink])}>
          <Icon name="plus" /> Add link
        </button>
      ) : null}
    </fieldset>
  );
}

const emptyLink: HomeLink = { label: "", url: "" };

interface LinkRowProps {
  name: string;
  /** Null and two empty fields correspond to each other. */
  link: HomeLink | null;
  onChange: (link: HomeLink | null) => void;
  onRemove?: () => void;
}

/** A link with its label; an incomplete one is not saved. */
export function LinkRow({ name, link: given, onChange, onRemove }: LinkRowProps) {
  const link = given ?? emptyLink;
  const change = (next: Partial<HomeLink>) => {
    const whole = { ...link, ...next };
    onChange(whole.label + whole.url === "" ? null : whole);
  };
  const isEmpty = link.label.trim() + link.url.trim() === "";
  return (
    <div class="starter">
      <input
        class="input"
        aria-label={`${name}: text`}
        placeholder="Text"
        value={link.label}
        maxLength={60}
        required={!isEmpty || onRemove !== undefined}
        onInput={(event) => change({ label: event.currentTarget.value })}
      />
      <input
        class="input"
        type="url"
        pattern="(https?://|mailto:).+"
        title="Starts with https:, http: or mailto:"
        aria-label={`${name}: address`}
        placeholder="https://"
        value={link.url}
        maxLength={2_000}
        required={!isEmpty || onRemove !== undefined}
        onInput={(event) => change({ url: event.currentTarget.value.trim() })}
      />
      {onRemove ? (
        <button type="button" class="icon-btn" aria-label={`Remove ${name.toLowerCase()}`} onClick={onRemove}>
          <Icon name="close" />
        </button>
      ) : null}
    </div>
  );
}

/** A time in the format of the input field: local time, to the minute. */
function localTime(at: string | null): string {
  if (at === null) return "";
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
