#!/usr/local/bin/node
// `parley` in a container: everything is installed and built there, and there is no shell to look a program up.
await import(new URL("../dist/scripts/parley.js", import.meta.url).href);
