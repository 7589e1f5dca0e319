// Command of the container: docs/guide/docker.md.
import "./stop-early.mjs";

await import(new URL("../dist/scripts/serve.js", import.meta.url).href);
