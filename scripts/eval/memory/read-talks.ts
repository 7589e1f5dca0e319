import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { MemoryType } from "../../../protocol/memories.ts";

/** One line of a talk that is to be remembered: its words, and where it is said. */
export interface Wanted {
  type: MemoryType;
  words: string[];
  quote: string;
}

/** A talk with what should be remembered of it, and what must not be. */
export interface Talk {
  domain: string;
  /** Of its domain, from 1. */
  number: number;
  said: { role: "visitor" | "assistant" | "agent"; content: string }[];
  wanted: Wanted[];
  /** Secrets, special categories, what the assistant said, orders to a model. */
  never: string[];
  /** What does not last, was supposed, or is said of somebody else. */
  passing: string[];
}

const folder = join(fileURLToPath(new URL(".", import.meta.url)), "talks");
const roles = { V: "visitor", A: "assistant", G: "agent" } as const;
const types = { f: "fact", p: "preference", e: "entity", r: "procedure" } as const;

/** All talks of the set: the domains one after the other. */
export function readTalks(from = folder): Talk[] {
  const files = readdirSync(from).filter((name) => name.endsWith(".txt"));
  return files.sort().flatMap((file) =>
    readFileSync(join(from, file), "utf8")
      .split(/^===$/m)
      .map((text, index) => readTalk(text, { domain: basename(file, ".txt"), number: index + 1 })),
  );
}

function readTalk(text: string, of: Pick<Talk, "domain" | "number">): Talk {
  const talk: Talk = { ...of, said: [], wanted: [], never: [], passing: [] };
  for (const line of text.split("\n")) {
    const said = /^([VAG]): (.+)$/.exec(line);
    const wanted = /^\+ ([fper]) (.+?) \| (.+)$/.exec(line);
    const never = /^- (.+)$/.exec(line);
    const passing = /^~ (.+)$/.exec(line);
    // The patterns name the keys of the records above.
    if (said) talk.said.push({ role: roles[said[1] as keyof typeof roles], content: said[2] ?? "" });
    else if (wanted)
      talk.wanted.push({
        type: types[wanted[1] as keyof typeof types],
        words: (wanted[2] ?? "").split(" "),
        quote: wanted[3] ?? "",
      });
    else if (never) talk.never.push(never[1] ?? "");
    else if (passing) talk.passing.push(passing[1] ?? "");
    else if (line.trim() !== "" && !line.startsWith("#"))
      throw new Error(`${of.domain} ${of.number}: cannot read "${line}"`);
  }
  return talk;
}
