import { type TicketPriority, ticketPriorities } from "../../../protocol/triage.ts";
import { type SearchTerm, searchTerms } from "../../core/text/search-words.ts";

export const ticketStates = [
  "open",
  "waiting",
  "mine",
  "unassigned",
  "resolved",
  "snoozed",
  "assistant",
  "assigned",
  "overdue",
] as const;
export type TicketState = (typeof ticketStates)[number];

/** A parsed search input. */
export interface SearchQuery {
  /** `#123`, or a number and nothing else. */
  number: number | null;
  /** The input without operators, as typed: it may be an address or an id. */
  words: string;
  terms: SearchTerm[];
  /** Must occur exactly, in any case. */
  phrases: string[];
  from: string[];
  is: TicketState[];
  labels: string[];
  priorities: TicketPriority[];
  hasFile: boolean;
  /** Days as `2026-11-23`: the ticket's last change is before the first, and on or after the second. */
  before: string | null;
  after: string | null;
  /** Unreadable parts of the input, in words. */
  problems: string[];
}

/** `key:value`, `key:"value of several words"`, `"a phrase"`, or a word. */
const partPattern = /(\p{L}+):(?:"([^"]*)"?|(\S*))|"([^"]*)"?|(\S+)/gu;
const operators = ["from", "is", "label", "priority", "has", "before", "after"] as const;
type Operator = (typeof operators)[number];
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
/** More words do not improve a search, and each costs as much. */
const maxTerms = 12;

/** Parses a search input. Never fails: unreadable parts are listed in `problems` and left out. */
export function readSearchQuery(typed: string): SearchQuery {
  const query: SearchQuery = {
    number: null,
    words: "",
    terms: [],
    phrases: [],
    from: [],
    is: [],
    labels: [],
    priorities: [],
    hasFile: false,
    before: null,
    after: null,
    problems: [],
  };
  const words: string[] = [];
  let isOpen = false;
  for (const [part, key, quoted, plain, phrase] of typed.matchAll(partPattern)) {
    isOpen = false;
    const operator = operators.find((each) => each === key?.toLowerCase());
    if (operator) readOperator(query, operator, (quoted ?? plain ?? "").trim());
    else if (phrase !== undefined) {
      if (searchTerms(phrase, false).length > 0) query.phrases.push(phrase.trim().replace(/\s+/g, " "));
    } else {
      words.push(part);
      isOpen = true;
    }
  }
  query.words = words.join(" ");
  query.number = numberIn(query.words);
  const terms = searchTerms(query.words, isOpen && !/\s$/.test(typed));
  const ofPhrases = query.phrases.flatMap((phrase) => searchTerms(phrase, false));
  query.terms = withoutGrammar([...terms, ...ofPhrases]).slice(0, maxTerms);
  return query;
}

/** Ticket numbers have at most nine digits. */
function numberIn(words: string): number | null {
  const found = /^#?(\d{1,9})$/.exec(words);
  return found ? Number(found[1]) : null;
}

/** Removes stop words, unless the input contains nothing else. */
function withoutGrammar(terms: SearchTerm[]): SearchTerm[] {
  const kept = terms.filter(({ isGrammar }) => !isGrammar);
  return kept.length > 0 ? kept : terms;
}

function readOperator(query: SearchQuery, operator: Operator, value: string): void {
  // The value is still being typed.
  if (value === "") return;
  const wrong = (allowed: string) =>
    query.problems.push(`“${operator}:${value.slice(0, 40)}” is not a valid filter. ${allowed}`);
  const lower = value.toLowerCase();
  switch (operator) {
    case "from":
      query.from.push(value);
      return;
    case "label":
      query.labels.push(value);
      return;
    case "is": {
      const state = ticketStates.find((each) => each === lower);
      if (state) query.is.push(state);
      else wrong(`Use “is:” with one of: ${ticketStates.join(", ")}.`);
      return;
    }
    case "priority": {
      const priority = ticketPriorities.find((each) => each === lower);
      if (priority) query.priorities.push(priority);
      else wrong(`Use “priority:” with one of: ${ticketPriorities.join(", ")}.`);
      return;
    }
    case "has":
      if (lower === "attachment" || lower === "file") query.hasFile = true;
      else wrong("Use “has:attachment”.");
      return;
    case "before":
    case "after":
      if (isDay(value)) query[operator] = value;
      else wrong(`Use “${operator}:” with a date, for example 2026-03-31.`);
      return;
    default:
      operator satisfies never;
  }
}

function isDay(value: string): boolean {
  const time = Date.parse(`${value}T00:00:00Z`);
  return dayPattern.test(value) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}
