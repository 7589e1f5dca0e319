import { copilotScreens } from "./copilot-screens.ts";
import { inboxScreens } from "./inbox-screens.ts";
import { libraryScreens } from "./library-screens.ts";
import { playgroundScreens } from "./playground-screens.ts";
import { releaseScreens } from "./release-screens.ts";
import { settingsScreens } from "./settings-screens.ts";
import type { ShownScreen } from "./shown-screen.ts";
import { teamScreens } from "./team-screens.ts";
import { ticketScreens } from "./ticket-screens.ts";
import { toolScreens } from "./tool-screens.ts";

/** All screens of the console. A change that adds a screen adds a line to one of these lists. */
export const screens: readonly ShownScreen[] = [
  ...releaseScreens,
  ...inboxScreens,
  ...ticketScreens,
  ...libraryScreens,
  ...teamScreens,
  ...settingsScreens,
  ...toolScreens,
  ...copilotScreens,
  ...playgroundScreens,
];
