import type { ReadySentences } from "./table.ts";

export const en: ReadySentences = {
  status: {
    check_cache: "Looking for an answer",
    contextualize: "Understanding the question",
    retrieve: "Searching the documentation",
    clarify: "Asking which one you mean",
    act: "Looking it up in our systems",
    generate: "Writing an answer",
    grade: "Checking the answer against its sources",
    escalate: "Passing this to our team",
  },
  nothingFound: "Nothing found in the documentation",
  reading: "Reading {title}",
  readingMore: "Reading {title} and {n} more",
  cut: "This answer was too long and was cut off here.",
  waiting:
    "We are getting many questions right now. You are in the queue. Your answer comes as soon as it is your turn.",
  whichOne: "I found more than one topic that fits. Do you mean {choices}?",
  quotes: ["“", "”"],
  dropped: "Okay, I've dropped that question. You can ask in other words, or ask for our team at any time.",
  smallTalk: {
    greeting: "Hello! What would you like to know about {name}?",
    thanks: "You're welcome! If anything else comes up, just ask.",
    goodbye: "Goodbye, and have a good day!",
    acknowledgement: "Great. If anything else comes up, just ask.",
    identity:
      "I'm the AI assistant of {name}. I answer from its documents. If you'd rather talk to our team, just say so.",
    wellbeing: "I'm doing fine, thank you. What can I help you with?",
  },
  onlyFiles:
    "I can't open files or pictures. Please describe your question in words, or ask for our team, who can open them.",
  besideFiles: "I couldn't open your attachment. Our team can: just ask for them.",
  handover: {
    unsure: "I couldn't find a reliable answer, so I've passed this to our team.",
    notFound: "I couldn't find this in our documentation, so I've passed it to our team.",
    wanted: "Sure. I've let our team know.",
    sensitive: "Our team should look at this, so I've passed it to them.",
    tool: "I couldn't reach a system I need for this, so I've passed it to our team.",
    noAnswer: "I can't write an answer right now, so I've passed this to our team.",
  },
  ticket: "Your conversation is #{n}. You can close this chat: the reply will appear here.",
  goesOn: "This conversation continues in #{n}. You'll find it in your conversations.",
  confirmation: {
    asked: "Shall I go ahead? Nothing changes until you say yes.",
    asksTeam: "Our team has to approve this first. I've asked them. Nothing changes until they agree.",
    waitsForTeam: "Thank you. Our team has to approve it as well. Nothing changes until then.",
    agreed: "Our team has approved this. I'm doing it now.",
    declined: "Okay, nothing was changed.",
    refused: "Our team didn't approve this, so nothing was changed.",
    expired: "There was no answer in time, so nothing was changed: {what}.",
    withdrawn: "You moved on to something else, so nothing was changed: {what}.",
    unknown: "I can't tell whether this was done: {what}. Please don't try again yet. Our team is checking.",
  },
  meanwhile: "I've passed this to our team (#{n}). These may help in the meantime:",
  suggested: "I'm not sure enough to answer this. These sections may help:",
};
