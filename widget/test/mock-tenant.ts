import type { Alerts } from "../../protocol/alerts.ts";
import type { Home } from "../../protocol/home.ts";
import type { Theme } from "../../protocol/requests.ts";

/** How the mock tenant looks. */
export const defaultTheme: Theme = {
  name: "Acme Cloud",
  accent: "#0f766e",
  accent_text: "#ffffff",
  mode: "auto",
  position: "right",
  logo_url: null,
};

/** A tenant whose chat shows replies, without a sound. */
export const plainAlerts: Alerts = { preview: true, sound: false };

/** What it says first. */
export const defaultWords = {
  greeting: "Hello! Ask me anything about Acme Cloud.",
  starters: ["How do I allow subdomains?", "Which databases are supported?"],
};

/** A tenant that says nothing on the first screen. */
export const plainHome: Home = { links: [], notice: null, opening: null, answer_minutes: null, ai_notice: null };
