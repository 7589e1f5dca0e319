// Loaded by `--import` before anything else, in the parser's process and in each of its threads: takes away the network.
// Plain JavaScript, because Node.js loads it itself. The permission flags of Node.js 20 know no network.
import { createRequire, syncBuiltinESMExports } from "node:module";

const require = createRequire(import.meta.url);

/** What opens, answers or looks up, by module. `true` takes away every function. */
const network = {
  net: ["connect", "createConnection", "createServer"],
  tls: ["connect", "createServer"],
  dgram: ["createSocket"],
  http: ["request", "get", "createServer"],
  https: ["request", "get", "createServer"],
  http2: ["connect", "createServer", "createSecureServer"],
  dns: true,
  "dns/promises": true,
  child_process: true,
  inspector: ["open"],
};

function refuse(name) {
  return () => {
    throw Object.assign(new Error(`a file parser may not use ${name}`), { code: "ERR_PARSER_NO_NETWORK" });
  };
}

function take(object, key, name) {
  Object.defineProperty(object, key, { value: refuse(name), writable: false, configurable: false, enumerable: true });
}

for (const [name, keys] of Object.entries(network)) {
  const module = require(`node:${name}`);
  const taken = keys === true ? Object.keys(module).filter((key) => typeof module[key] === "function") : keys;
  for (const key of taken) take(module, key, `${name}.${key}`);
}
take(require("node:net").Socket.prototype, "connect", "net.Socket.connect");
take(require("node:net").Server.prototype, "listen", "net.Server.listen");
for (const key of ["bind", "connect", "send"]) take(require("node:dgram").Socket.prototype, key, `dgram.${key}`);
for (const key of ["fetch", "WebSocket", "EventSource", "XMLHttpRequest"]) take(globalThis, key, key);
for (const key of ["binding", "_linkedBinding"]) take(process, key, `process.${key}`);

// A thread inherits `--import` with the other flags, unless it is given flags of its own.
const threads = require("node:worker_threads");
threads.Worker = class extends threads.Worker {
  constructor(file, { execArgv, env, eval: isCode, ...options } = {}) {
    if (isCode) throw new Error("a file parser starts threads from files only");
    super(file, options);
  }
};
syncBuiltinESMExports();
