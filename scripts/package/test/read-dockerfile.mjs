import { readFileSync } from "node:fs";

/** Reads a Dockerfile: its stages of instructions, each with its name and value, and the defaults of its build arguments. */
export function readDockerfile(path) {
  const lines = readFileSync(path, "utf8")
    .replace(/\\\n\s*/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const instructions = lines.map((line) => {
    const [, name, value] = /^([A-Z]+)\s+(.*?)\s*$/.exec(line) ?? [];
    if (!name) throw new Error(`no instruction: ${line}`);
    return { name, value };
  });
  const stages = [];
  for (const each of instructions) {
    if (each.name === "FROM") stages.push([each]);
    else stages.at(-1)?.push(each);
  }
  const args = Object.fromEntries(
    instructions.filter(({ name }) => name === "ARG").map(({ value }) => value.split("=")),
  );
  return { stages, args };
}
