import type { VisitorForm } from "./form.ts";
import type { InitResponse } from "./requests.ts";

/** Scenes of a widget preview: the first screen, an answer, or a conversation after a hand-over. */
export type PreviewScene = "home" | "answer" | "person";

/** The tenant's settings as they are being edited, sent to the page that shows the widget. Both pages have the console's origin. */
export interface PreviewMessage {
  type: "parley-preview";
  scene: PreviewScene;
  tenant: Pick<InitResponse, "theme" | "greeting" | "starters" | "home" | "alerts"> & { form: VisitorForm | null };
}

/** The preview page has loaded and waits for the settings. */
export interface PreviewReady {
  type: "parley-preview-ready";
}
