import type { VisitorForm } from "./form.ts";
import type { InitResponse } from "./requests.ts";

/** What a preview of the widget shows: the first screen, an answer, or a conversation that a person was asked about. */
export type PreviewScene = "home" | "answer" | "person";

/** A tenant as its settings are edited, told to the page that shows the widget. Both are pages of the console's own origin. */
export interface PreviewMessage {
  type: "parley-preview";
  scene: PreviewScene;
  tenant: Pick<InitResponse, "theme" | "greeting" | "starters" | "home" | "alerts"> & { form: VisitorForm | null };
}

/** The page with the widget is there and wants to be told. */
export interface PreviewReady {
  type: "parley-preview-ready";
}
