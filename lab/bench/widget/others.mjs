import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { inProject } from "../../../scripts/setup/paths.mjs";

const run = promisify(execFile);
const richText = [{ type: "p", children: [{ text: "Hello! Ask me anything about Acme Cloud." }] }];

/**
 * Widgets for the comparison, embedded as their own guides recommend. `add` runs in the page with the address of `file`. `launcher` and
 * `panel` name the visible parts: a host element and an element inside its shadow tree. A widget without a launcher shows its panel at
 * once.
 */
export const others = [
  {
    name: "deep-chat",
    file: "dist/deepChat.bundle.js",
    add: `(url) => {
      const script = document.createElement("script");
      script.type = "module";
      script.src = url;
      const chat = document.createElement("deep-chat");
      chat.setAttribute("demo", "true");
      chat.setAttribute("introMessage", '{"text": "Hello! Ask me anything about Acme Cloud."}');
      document.body.append(script, chat);
    }`,
    panel: ["deep-chat", "#text-input"],
  },
  {
    name: "flowise-embed",
    file: "dist/web.js",
    add: `(url) => import(url).then(({ default: chat }) => chat.init({ chatflowid: "x", apiHost: new URL(url).origin }))`,
    launcher: ["flowise-chatbot", "button[part=button]"],
    panel: ["flowise-chatbot", "textarea, input[type=text]"],
  },
  {
    name: "@typebot.io/js",
    file: "dist/web.js",
    add: `(url) => import(url).then(({ default: chat }) => chat.initBubble({ typebot: "x", apiHost: new URL(url).origin }))`,
    launcher: ["typebot-bubble", "button[part=button]"],
    panel: ["typebot-bubble", "[part=bot] input"],
  },
];

/** Responses of their servers: default settings, one greeting, one input field. */
const answers = {
  "public-chatbotConfig/x": {},
  "chatflows-streaming/x": { isStreaming: true },
  "typebots/x/startChat": {
    sessionId: "s",
    resultId: "r",
    typebot: { id: "x", version: "6.1", theme: {}, settings: {} },
    messages: [{ id: "m", type: "text", content: { type: "richText", richText } }],
    input: { id: "i", type: "text input", options: {} },
  },
};

/**
 * Fetches the newest versions into the cache, outside the project's own packages.
 * @param names of the wanted widgets; empty: all.
 */
export async function fetchOthers(names) {
  const cache = inProject(".cache/other-widgets");
  mkdirSync(cache, { recursive: true });
  return Promise.all(
    others
      .filter(({ name }) => names.length === 0 || names.includes(name))
      .map(async (other) => {
        const { stdout: version } = await run("npm", ["view", other.name, "version"]);
        const folder = join(cache, `${other.name.replace(/\W/g, "-")}-${version.trim()}`);
        if (!existsSync(folder)) {
          const { stdout: packed } = await run("npm", ["pack", other.name, "--pack-destination", cache, "--silent"]);
          mkdirSync(folder);
          await run("tar", ["xzf", join(cache, packed.trim()), "-C", folder, "--strip-components=1"]);
        }
        return { ...other, version: version.trim(), folder };
      }),
  );
}

/** Serves the single file of another widget and simulates its server. */
export function serveOther({ folder, file }) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://other");
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "*");
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    if (pathname === `/${file}`) {
      response.setHeader("Content-Type", "text/javascript");
      return response.end(readFileSync(join(folder, file)));
    }
    const answer = answers[pathname.replace("/api/v1/", "")];
    response.setHeader("Content-Type", "application/json");
    return response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer ?? {}));
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const origin = `http://127.0.0.1:${server.address().port}`;
      resolve({ url: `${origin}/${file}`, stop: () => server.close() });
    });
  });
}
