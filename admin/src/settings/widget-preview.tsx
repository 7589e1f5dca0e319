import { useEffect, useRef, useState } from "preact/hooks";
import type { Settings } from "../../../protocol/admin.ts";
import type { VisitorForm } from "../../../protocol/form.ts";
import type { PreviewMessage, PreviewReady, PreviewScene } from "../../../protocol/widget-preview.ts";
import { useWorkspace } from "../app-context.ts";
import { plainLanguageName } from "../tickets/assist/own-language.ts";
import { isHexColor } from "../ui/format.ts";
import { browserStorage } from "../ui/storage.ts";

const page = "/widget-preview/";
/** In ms; wait for a pause in typing. */
const settleMs = 350;

/** Languages of the widget. */
const languages = "ar de en es fr he it ja ko nl pl pt tr zh".split(" ");
const storage = browserStorage();
const languageKey = "parley-console:preview-language";

/** The language chosen here before, otherwise the browser's. */
function firstLanguage(): string {
  const wanted = storage.get(languageKey) ?? navigator.language.slice(0, 2).toLowerCase();
  return languages.includes(wanted) ? wanted : "en";
}

const scenes: ReadonlyArray<{ scene: PreviewScene; label: string }> = [
  { scene: "home", label: "Home screen" },
  { scene: "answer", label: "Answer" },
  { scene: "person", label: "Hand-over" },
];

/** The real widget in a frame, with the edited settings; it sends no requests and stores nothing. */
export function WidgetPreview({ settings }: { settings: Settings }) {
  const { saved } = useWorkspace().settings;
  const [scene, setScene] = useState<PreviewScene>("home");
  // The widget shows the tenant's name unless a name was set.
  const hasOwnName = settings.theme.name !== "" && settings.theme.name !== saved.value?.name;
  const told = JSON.stringify(messageOf(hasOwnName ? settings.theme.name : settings.name, settings, scene));
  const frame = useTold(told);
  const [language, setLanguage] = useState(firstLanguage);
  return (
    <aside class="preview" aria-label="Preview of the widget">
      <div class="preview-head">
        <fieldset class="segmented preview-scenes">
          <legend class="visually-hidden">Preview</legend>
          {scenes.map(({ scene: each, label }) => (
            <label key={each}>
              <input type="radio" name="preview-scene" checked={scene === each} onChange={() => setScene(each)} />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        <select
          class="list-sort"
          aria-label="Language of the preview"
          value={language}
          onChange={(event) => {
            setLanguage(event.currentTarget.value);
            storage.set(languageKey, event.currentTarget.value);
          }}
        >
          {languages.map((tag) => (
            <option key={tag} value={tag}>
              {plainLanguageName(tag)}
            </option>
          ))}
        </select>
      </div>
      <div class="preview-stage">
        <iframe ref={frame} class="preview-frame" src={`${page}?lang=${language}`} title="Widget preview" />
      </div>
      <p class="muted">The real widget with a sample conversation. Visitors see changes after you save.</p>
    </aside>
  );
}

/** Sends the current message to the frame when it reports that it is ready and whenever the message changes. */
function useTold(told: string) {
  const frame = useRef<HTMLIFrameElement>(null);
  const newest = useRef(told);
  newest.current = told;
  const tell = () =>
    frame.current?.contentWindow?.postMessage(JSON.parse(newest.current) as PreviewMessage, location.origin);
  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent<PreviewReady>) => {
      const isFrame = source !== null && source === frame.current?.contentWindow && origin === location.origin;
      if (isFrame && data?.type === "parley-preview-ready") tell();
    };
    addEventListener("message", hear);
    return () => removeEventListener("message", hear);
  }, []);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return undefined;
    }
    const timer = setTimeout(tell, settleMs);
    return () => clearTimeout(timer);
  }, [told]);
  return frame;
}

function messageOf(
  name: string,
  { theme, greeting, starters, home, alerts, form }: Settings,
  scene: PreviewScene,
): PreviewMessage {
  const color = (text: string, instead: string) => (isHexColor(text) ? text : instead);
  const { links, notice, hours, answer_minutes, ai_notice } = home;
  return {
    type: "parley-preview",
    scene,
    tenant: {
      theme: {
        ...theme,
        name,
        accent: color(theme.accent, "#777777"),
        accent_text: color(theme.accent_text, "#ffffff"),
      },
      greeting,
      starters: starters.map((starter) => starter.trim()).filter(Boolean),
      // As during opening hours.
      home: { links, notice, opening: hours && { is_open: true, changes_at: null }, answer_minutes, ai_notice },
      alerts: { preview: alerts.preview, sound: alerts.sound },
      form: formOf(form),
    },
  };
}

/** The form for a visitor; null when it has no questions. */
function formOf({ version, when, fields, consent }: Settings["form"]): VisitorForm | null {
  if (when === "never" || (fields.length === 0 && !consent)) return null;
  return { version, when, fields, consent, is_required: consent !== null || fields.some(({ required }) => required) };
}
