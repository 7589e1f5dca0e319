import { requireNode } from "./setup/require-node.mjs";

requireNode();
// Node.js that cannot read TypeScript itself learns it first.
await import("./setup/load-typescript.mjs");

/**
 * `npm run screenshots`: every state of the widget and every screen of the console as pictures in `docs/screenshots`.
 * `npm run screenshots -- console ticket` draws only the screens of the console whose names begin so; `widget` leaves the console out.
 */
const [part, beginning = ""] = process.argv.slice(2);
// The console first: its module stops the clock before anything reads it.
if (part !== "widget") await (await import("./screenshots/console.mjs")).drawConsole(beginning);
if (part !== "console") await (await import("./screenshots/widget.mjs")).drawWidget();
