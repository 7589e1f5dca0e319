import type { AlertSettings, Alerts } from "../../../protocol/alerts.ts";

const defaults: AlertSettings = { preview: true, sound: false, teaser: null, mail_minutes: 2 };

/** All alert settings: the tenant's choice, and the defaults for the rest. */
export function fullAlerts(chosen: Partial<AlertSettings>): AlertSettings {
  return { ...defaults, ...chosen };
}

/** The alert settings for the chat. */
export function alertsOf(chosen: Partial<AlertSettings>): Alerts {
  const { preview, sound } = fullAlerts(chosen);
  return { preview, sound };
}
