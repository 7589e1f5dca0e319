import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { settle } from "../../widget/test/settle.ts";
import { arabic, english } from "../../widget/test/states/said.ts";
import { enter, states } from "../../widget/test/states/states.ts";
import { WidgetPage } from "../../widget/test/widget-page.ts";
import { inProject } from "../setup/paths.mjs";
import { toWebp } from "./to-webp.mjs";

/** WebP quality, so that all pictures together stay below 4 MB. */
const quality = 58;
const pixelsPerPoint = 1.4;
const laptop = { viewport: { width: 1280, height: 760 } };
/** The corner with panel and launcher. */
const right = { x: 830, y: 20, width: 450, height: 740 };
const left = { ...right, x: 0 };
const phone = { x: 0, y: 0, width: 390, height: 780 };
/** Height of the corner that is drawn when the panel is closed. */
const cornerHeight = 240;
const kinds = [
  { kind: "light", said: english, clip: right, options: laptop },
  { kind: "dark", said: english, clip: right, options: { ...laptop, colorScheme: "dark" } },
  { kind: "rtl", said: arabic, clip: left, options: laptop },
  {
    kind: "phone",
    said: english,
    clip: phone,
    options: { viewport: { width: phone.width, height: phone.height }, hasTouch: true, isMobile: true },
  },
];
const style =
  ":root { color-scheme: light dark } body { background: light-dark(#eef1f5, #0d0f13) } h1 { visibility: hidden }";

const folder = inProject("docs/screenshots");
/**
 * Draws every state of the widget in four kinds. Texts, time and server are those of the tests, so that a picture changes only when the
 * widget does.
 */
export async function drawWidget() {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) if (file.endsWith(".webp")) rmSync(`${folder}/${file}`);

  let bytes = 0;
  const on = await WidgetPage.start();
  try {
    for (const { kind, said, clip, options } of kinds) {
      await enter({ on, said }, { ...options, style, deviceScaleFactor: pixelsPerPoint });
      const corner = { ...clip, y: clip.y + clip.height - cornerHeight, height: cornerHeight };
      for (const { name, show, isCorner } of states) {
        await show({ on, said });
        await on.page.mouse.move(0, 0);
        await settle(on.page);
        const picture = await toWebp(
          await on.page.screenshot({ clip: isCorner ? corner : clip, caret: "hide" }),
          quality,
        );
        bytes += picture.length;
        writeFileSync(`${folder}/${name}-${kind}.webp`, picture);
      }
      await on.leave();
    }
  } finally {
    await on.stop();
  }
  console.log(`${states.length * kinds.length} screenshots, ${Math.round(bytes / 1000)} kB`);
}
