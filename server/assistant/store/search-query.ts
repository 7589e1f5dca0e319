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

/** What somebody typed into the search, taken apart. */
export interface SearchQuery {
  /** `#123`, or a number and nothing else. */
  number: number | null;
  /** Everything that is no operator, as it was typed: an address or an id may be meant. */
  words: string;
  terms: SearchTerm[];
  /** To be found as they stand, in any case. */
  phrases: string[];
  from: string[];
  is: TicketState[];
  labels: string[];
  priorities: TicketPriority[];
  hasFile: boolean;
  /** Days as `2026-11-23`: the ticket's last change before the first, on or after the second. */
  before: string | null;
  after: string | null;
  /** What could not be understood, in plain words. */
  problems: string[];
}

/** `key:value`, `key:"value of several words"`, `"a phrase"`, or a word. */
const partPattern = /(\p{L}+):(?:"([^"]*)"?|(\S*))|"([^"]*)"?|(\S+)/gu;
const operators = ["from", "is", "label", "priority", "has", "before", "after"] as const;
type Operator = (typeof operators)[number];
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
/** More words make a search no better and cost as much each. */
const maxTerms = 12;

/** Takes apart what was typed. Never fails: what it cannot read is named in `problems` and left out. */
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

/** Ten digits and more are no ticket's number. */
function numberIn(words: string): number | null {
  const found = /^#?(\d{1,9})$/.exec(words);
  return found ? Number(found[1]) : null;
}

/** The words of the grammar, unless nothing else was asked for. */
function withoutGrammar(terms: SearchTerm[]): SearchTerm[] {
  const kept = terms.filter(({ isGrammar }) => !isGrammar);
  return kept.length > 0 ? kept : terms;
}

function readOperator(query: SearchQuery, operator: Operator, value: string): void {
  // Still being typed.
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
