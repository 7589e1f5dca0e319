import type { Command as Commander } from "commander";

/** At least one line for every command, as a user would type it. */
const examples: Record<string, string[]> = {
  init: ["parley init", "parley init --site https://www.acme.example --email you@acme.example --pages /help/ --json"],
  "tenant create": [
    "parley tenant create",
    "parley tenant create --name Acme --origin https://www.acme.example https://acme.example --email you@acme.example",
  ],
  "tenant list": ["parley tenant list"],
  "tenant show": ["parley tenant show Acme"],
  "tenant update": [
    'parley tenant update Acme --tone "short and friendly" --threshold 0.6',
    "parley tenant update Acme --model generate=anthropic:claude-opus-4-1 --dollars-per-month 50",
    "parley tenant update Acme --memory on",
  ],
  "tenant identity rotate": ["parley tenant identity rotate --tenant Acme --overlap-hours 48"],
  "tenant identity require": [
    "parley tenant identity require --tenant Acme",
    "parley tenant identity require --tenant Acme --off",
  ],
  "address add": ["parley address add help@acme.example --tenant Acme"],
  "address remove": ["parley address remove help@acme.example --tenant Acme"],
  "domain add": ["parley domain add https://*.acme.example --tenant Acme"],
  "domain remove": ["parley domain remove https://old.acme.example --tenant Acme"],
  "domain verify": [
    "parley domain verify --tenant Acme",
    "parley domain verify https://shop.acme.example --tenant Acme",
  ],
  "key create": ["parley key create --tenant Acme --name reports --role viewer"],
  "key list": ["parley key list --tenant Acme"],
  "key rotate": ["parley key rotate 0190a5d2-0000-7000-8000-000000000000 --tenant Acme"],
  "key revoke": ["parley key revoke 0190a5d2-0000-7000-8000-000000000000 --tenant Acme"],
  "people invite": ["parley people invite ben@acme.example --tenant Acme --role manager"],
  "people list": ["parley people list --tenant Acme"],
  "people role": ["parley people role ben@acme.example admin --tenant Acme"],
  "people remove": ["parley people remove ben@acme.example --tenant Acme"],
  "people reset": [
    "parley people reset ben@acme.example --tenant Acme",
    "parley people reset ben@acme.example --tenant Acme --two-factor",
  ],
  "people unlink": ["parley people unlink ben@acme.example --tenant Acme"],
  "knowledge add": [
    "parley knowledge add ./docs --tenant Acme --set handbook --wait",
    "parley knowledge add https://www.acme.example/sitemap.xml --tenant Acme",
  ],
  "knowledge versions": ["parley knowledge versions 0190a5d2-0000-7000-8000-000000000000 --tenant Acme --compare 3"],
  "knowledge restore": ["parley knowledge restore 0190a5d2-0000-7000-8000-000000000000 --version 2 --tenant Acme"],
  "knowledge reindex": ["parley knowledge reindex --tenant Acme", "parley knowledge reindex --all --tenant Acme"],
  "knowledge delete": ["parley knowledge delete 0190a5d2-0000-7000-8000-000000000000 --tenant Acme"],
  "knowledge list": ["parley knowledge list --tenant Acme"],
  "knowledge status": ["parley knowledge status --tenant Acme"],
  "knowledge search": ['parley knowledge search "How long is the warranty?" --tenant Acme --explain'],
  "tool list": ["parley tool list --tenant Acme", "parley tool list --tenant Acme --connection Orders --json"],
  "tool add": [
    "parley tool add https://mcp.acme.example/mcp --tenant Acme --name Orders --headers orders-headers.txt",
    "parley tool add https://api.acme.example/v1 --tenant Acme --name Stock --kind rest --actions stock-actions.json",
  ],
  "tool discover": ["parley tool discover Orders --tenant Acme"],
  "tool class": [
    "parley tool class get_order read --tenant Acme --audience identified --on",
    "parley tool class Orders/cancel_order write --tenant Acme --approval both --per-day 3 --on",
  ],
  "tool test": [
    `parley tool test get_order --tenant Acme --args '{"order_number": "1001"}'`,
    `parley tool test cancel_order --tenant Acme --args '{"order_number": "1001"}' --yes`,
  ],
  "tool remove": ["parley tool remove Orders --tenant Acme", "parley tool remove --tool Stock/count --tenant Acme"],
  "tool calls": [
    "parley tool calls --tenant Acme --status unknown",
    "parley tool calls --tenant Acme --tool get_order --since 2026-05-01 --json",
  ],
  "memory list": ["parley memory list ann@example.com --tenant Acme --all"],
  "memory add": ['parley memory add customer-4711 "Plan: Pro" --tenant Acme --until 2027-01-31'],
  "memory forget": [
    "parley memory forget 0190a5d2-0000-7000-8000-000000000000 --tenant Acme",
    "parley memory forget --visitor ann@example.com --tenant Acme",
  ],
  "tenant suspend": ["parley tenant suspend Acme"],
  "tenant resume": ["parley tenant resume Acme"],
  "tenant delete": ["parley tenant delete Acme --days 30", "parley tenant delete Acme --now --yes --out receipt.json"],
  "retention run": ["parley retention run --dry-run", "parley retention run --tenant Acme"],
  "erase visitor": ["parley erase visitor --email ann@example.com --tenant Acme --out receipt.json"],
  "erase ticket": ["parley erase ticket 0190a5d2-0000-7000-8000-000000000000 --tenant Acme --dry-run"],
  "erase document": ["parley erase document 0190a5d2-0000-7000-8000-000000000000 --tenant Acme"],
  "erase verify": ["parley erase verify receipt.json"],
  "erase receipts": ["parley erase receipts"],
  usage: ["parley usage --month 2026-05 --csv"],
  log: ["parley log", "parley log turns=debug --minutes 10"],
  export: ["parley export --tenant Acme --out acme.tar.gz"],
  import: ["parley import acme.tar.gz", "parley import acme.tar.gz --as-new"],
  calibrate: ["parley calibrate --tenant Acme --most-wrong 0.05", "parley calibrate --tenant Acme --apply"],
  ask: [
    'parley ask "How long is the warranty?" --tenant Acme',
    'parley ask "And for batteries?" --tenant Acme --history said.json',
  ],
  migrate: ["MIGRATION_DATABASE_URL=postgres://owner@db/parley parley migrate"],
  backup: ["parley backup --out parley-backup.tar.gz"],
  restore: ["DATA_DIR=./restored parley restore parley-backup.tar.gz"],
  move: [
    "parley move --dry-run --to postgres://owner@db.example.com/parley",
    "MIGRATION_DATABASE_URL=postgres://owner:...@db/parley DATABASE_URL=postgres://parley_app:...@db/parley parley move",
  ],
  eval: ["parley eval questions.jsonl --tenant Acme --html report.html"],
  doctor: [
    "parley doctor",
    "parley doctor --page https://www.acme.example/help --tenant Acme",
    "parley doctor --isolation --json",
  ],
  completion: ['eval "$(parley completion bash)"', "parley completion fish | source"],
};

/** Adds the examples below the help of each command. */
export function addExamples(program: Commander): void {
  for (const [path, command] of leavesOf(program)) {
    const own = examplesOf(path);
    // A test finds a command without examples; a user still gets the help.
    if (own.length > 0) command.addHelpText("after", `\nExamples:\n${own.map((line) => `  ${line}`).join("\n")}`);
  }
}

/** The examples of a command, by its words. Empty for an unknown command. */
export function examplesOf(path: string): readonly string[] {
  return examples[path] ?? [];
}

/** Every command that has an action, by its words. */
export function leavesOf(program: Commander): [path: string, command: Commander][] {
  const found: [string, Commander][] = [];
  const walk = (command: Commander, path: string[]) => {
    for (const child of command.commands) {
      const own = [...path, child.name()];
      if (child.commands.length === 0) found.push([own.join(" "), child]);
      else walk(child, own);
    }
  };
  walk(program, []);
  return found;
}
