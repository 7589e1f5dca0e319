import { stemOf } from "./words.ts";

/** Words whose meaning turns around; each group has two sides. `on`/`off` and the like count only as particles of a verb. */
const opposites: [one: string, other: string][] = [
  [
    "enable activate unblock unfreeze unlock reactivate unsuspend resume start turn_on switch_on opt_in allow permit",
    "disable deactivate block freeze lock suspend pause stop turn_off switch_off opt_out forbid deny prevent",
  ],
  ["add create insert attach invite include", "remove delete erase detach exclude uninvite drop"],
  ["install", "uninstall"],
  ["subscribe", "unsubscribe cancel"],
  ["open", "close"],
  ["before", "after"],
  [
    "increase raise upgrade more higher maximum max longest largest most highest",
    "decrease lower reduce downgrade less fewer minimum min shortest smallest least lowest",
  ],
  ["import upload deposit receive incoming inbound", "export download withdraw send outgoing outbound"],
  ["buy purchase", "sell"],
  ["connect link join sign_in log_in login", "disconnect unlink leave sign_out log_out logout"],
  ["show display public visible", "hide private hidden invisible"],
  ["encrypt", "decrypt"],
  [
    "success succeed successful accept approve work pass",
    "fail failure failed unsuccessful reject decline deny broken refuse",
  ],
  ["first earliest oldest start begin", "last latest newest end finish"],
  ["true right correct", "false wrong incorrect"],
  ["physical", "virtual"],
  ["monthly month", "yearly annual annually year"],
  ["free", "paid"],
  ["lend", "borrow"],
  ["sender", "recipient receiver"],
  ["lose lost", "find found"],
  ["hard", "soft"],
  ["inside within internal", "outside external"],
  ["manual manually", "automatic automatically auto"],
  ["temporary temporarily", "permanent permanently"],
  ["admin administrator", "visitor guest customer"],
  ["credit", "debit"],
  ["archive", "unarchive restore"],
  ["have remaining left", "used taken spent"],
];
const poleOf = new Map<string, [group: number, side: number]>();
for (const [group, sides] of opposites.entries()) {
  for (const [side, words] of sides.entries())
    for (const word of words.split(" ")) if (!poleOf.has(stemOf(word))) poleOf.set(stemOf(word), [group, side]);
}

const particles = /\b(turn|switch|sign|log|opt)(?:s|ed|ing|n)?\s+(?:[\w-]+\s+){0,3}?(on|off|in|out)\b/gi;

/** The opposites a text names: group to side. A text that names both sides of a group keeps the last. */
export function polesOf(text: string): Map<number, number> {
  const joined = text
    .toLowerCase()
    .replace(particles, (_match, verb: string, particle: string) => `${verb}_${particle}`);
  const poles = new Map<number, number>();
  for (const [word] of joined.matchAll(/[\p{L}\p{N}_']+/gu)) {
    const pole = poleOf.get(stemOf(word));
    if (pole) poles.set(pole[0], pole[1]);
  }
  return poles;
}

/** True when one text names a side of which the other names only the opposite. */
export function opposes(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): boolean {
  for (const [group, side] of one) {
    const found = other.get(group);
    if (found !== undefined && found !== side) return true;
  }
  return false;
}
