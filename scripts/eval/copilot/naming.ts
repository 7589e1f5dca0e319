import type { CopilotAction } from "../../../protocol/copilot.ts";
import { afterwards } from "./naming/afterwards.ts";
import { missing, nicknames, noName, slips, titles } from "./naming/by-name.ts";
import { pointing, versions } from "./naming/by-reference.ts";
import { a, c, cancel, copyright, i, type Line, old, refund, s, terms } from "./naming/line.ts";
import { newestNames } from "./naming/newest.ts";
import { office, officePublic, officeUnseen, officeUnseenPublic } from "./naming/office.ts";
import { officeTraps, officeTrapsPublic } from "./naming/traps.ts";

/**
 * What people say about documents of the library in `document-titles.ts`. Wanted are titles, `#1` for the first version where it is not the one that
 * holds, in any order; `ask`: nothing can be taken for certain, somebody has to be asked; nothing: the whole library is meant.
 */
export interface NamingLine {
  text: string;
  action: CopilotAction;
  wanted: string[] | "ask";
  /** Titles of the last result in order. */
  shown?: string[];
  /** Used in the conversation, those used last first; the shown ones where not given. */
  used?: string[];
  tagged?: string[];
}

const tags: NamingLine[] = [
  { action: s, text: "summarize @Refund policy", tagged: [refund], wanted: [refund] },
  { action: s, text: "summarize this", tagged: [old(refund)], wanted: [old(refund)] },
  {
    action: c,
    text: "compare @Refund policy @Cancellation policy",
    tagged: [refund, cancel],
    wanted: [refund, cancel],
  },
  { action: c, text: "compare @Refund policy with the old version", tagged: [refund], wanted: [refund, old(refund)] },
  {
    action: c,
    text: "compare @Refund policy with the cancellation policy",
    tagged: [refund],
    wanted: [refund, cancel],
  },
  { action: c, text: "compare @Refund policy with the holiday policy", tagged: [refund], wanted: "ask" },
  { action: a, text: "check my reply against @Terms of Service", tagged: [terms], wanted: [terms] },
  { action: a, text: "check this", tagged: [terms, refund], wanted: [terms, refund] },
  { action: i, text: "what is said here about trials?", tagged: [cancel], wanted: [cancel] },
  { action: i, text: "@Senders how many can I have", tagged: ["Senders"], wanted: ["Senders"] },
  { action: s, text: "the old version of @Refund policy", tagged: [old(refund)], wanted: [old(refund)] },
  {
    action: s,
    text: "summarize @Notification of Copyright Infringement Claims",
    tagged: [copyright],
    wanted: [copyright],
  },
];

/** Looked at while the rules were written. */
export const naming: NamingLine[] = [
  ...[titles, nicknames, slips, versions, pointing, missing, noName].flatMap(read),
  ...tags,
];

/** Measured once before anything was mended by them. */
export const namingAfterwards: NamingLine[] = read(afterwards);

/** The same, of one company's own library and of the public one. */
export const namingOffice: NamingLine[] = read(office);
export const namingOfficePublic: NamingLine[] = read(officePublic);
/** Written with them, and measured when the rules had been mended by them. */
export const namingUnseen: NamingLine[] = read(officeUnseen);
export const namingUnseenPublic: NamingLine[] = read(officeUnseenPublic);
/** Thought up to be misunderstood. */
export const namingTraps: NamingLine[] = read(officeTraps);
export const namingTrapsPublic: NamingLine[] = read(officeTrapsPublic);
export const namingNewest: NamingLine[] = read(newestNames);

function read(lines: readonly Line[]): NamingLine[] {
  return lines.map(([action, text, wanted, shown, used]) => ({
    ...{ action, text, wanted },
    ...(shown ? { shown } : {}),
    ...(used ? { used } : {}),
  }));
}
