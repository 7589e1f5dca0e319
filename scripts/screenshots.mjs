import { requireNode } from "./setup/require-node.mjs";

requireNode();
// A Node.js that cannot read TypeScript itself loads support for it first.
await import("./setup/load-typescript.mjs");

/**
 * `npm run screenshots`: writes every state of the widget and every screen of the console as pictures to `docs/screenshots`. `npm run
 * screenshots -- console ticket` draws only the console screens whose names begin with `ticket`; `widget` leaves the console out.
 */
const [part, beginning = ""] = process.argv.slice(2);
// The console comes first: its module stops the clock before other code reads it.
if (part !== "widget") await (await import("./screenshots/console.mjs")).drawConsole(beginning);
if (part !== "console") await (await import("./screenshots/widget.mjs")).drawWidget();
