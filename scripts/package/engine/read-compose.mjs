import { readFileSync } from "node:fs";
import { parse } from "yaml";

/**
 * Reads the services, networks and volumes of a compose file and fills in its variables, as `docker compose` does.
 * @param environment the values of `.env`
 * @throws Error with the file's own message when a required variable is missing
 */
export function readCompose(path, environment) {
  return fillIn(parse(readFileSync(path, "utf8"), { merge: true }), environment);
}

function fillIn(value, environment) {
  if (typeof value === "string") return fillText(value, environment);
  if (Array.isArray(value)) return value.map((each) => fillIn(each, environment));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([name, each]) => {
    // A setting without a value takes the value from `.env`, or none.
    return [name, each === null && name in environment ? environment[name] : fillIn(each, environment)];
  });
  return Object.fromEntries(entries);
}

function fillText(text, environment) {
  return text.replace(/\$\{([A-Z_]+)(?::([-?])([^{}]*))?\}/g, (...found) => {
    const [, name, kind, rest] = found;
    const value = environment[name];
    if (value) return value;
    if (kind === "?") throw new Error(`${name} ${rest}`);
    return kind === "-" ? rest : "";
  });
}

/** The variables of an `.env` file. */
export function readEnv(text) {
  const lines = text.split("\n").filter((line) => /^[A-Z_]+=/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}
