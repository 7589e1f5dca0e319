#!/usr/local/bin/node
// `parley` in a container. Everything is already installed and built, and there is no shell that could find a program.
await import(new URL("../dist/scripts/parley.js", import.meta.url).href);
