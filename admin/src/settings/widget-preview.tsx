import type { Settings } from "../../../protocol/admin.ts";
import { Icon } from "../components/icon.tsx";
import { isHexColor } from "../lib/color.ts";
import { initials } from "../lib/format.ts";
import { FormPreview } from "./form-preview.tsx";

/** A drawing of the widget with the settings as edited; it calls nothing and loads nothing. */
export function WidgetPreview({ settings }: { settings: Settings }) {
  const { theme } = settings;
  const accent = isHexColor(theme.accent) ? theme.accent : "#777777";
  return (
    <aside class="preview" aria-label="Preview of the widget">
      <div
        class={`preview-stage preview-${theme.mode} preview-${theme.position}`}
        style={{
          "--preview-accent": accent,
          "--preview-on-accent": isHexColor(theme.accent_text) ? theme.accent_text : "#ffffff",
        }}
      >
        <div class="preview-panel">
          <div class="preview-head">
            <span class="preview-mark" aria-hidden="true">
              {initials(settings.name)}
            </span>
            <strong dir="auto">{settings.name || "Name"}</strong>
          </div>
          <div class="preview-body">
            {settings.greeting ? (
              <p class="preview-bubble" dir="auto">
                {settings.greeting}
              </p>
            ) : null}
            <div class="preview-starters">
              {settings.starters.filter(Boolean).map((starter, index) => (
                <span key={index} dir="auto">
                  {starter}
                </span>
              ))}
            </div>
            <p class="preview-bubble preview-own">Do you ship abroad?</p>
            <FormPreview form={settings.form} />
          </div>
        </div>
        {settings.alerts.teaser ? (
          <p class="preview-teaser" dir="auto">
            {settings.alerts.teaser.text}
          </p>
        ) : null}
        <span class="preview-launcher">
          <Icon name="chat" />
        </span>
      </div>
      <p class="muted">Preview. Visitors see changes once they are saved.</p>
    </aside>
  );
}
