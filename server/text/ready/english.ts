import type { ReadySentences } from "./table.ts";

export const en: ReadySentences = {
  status: {
    check_cache: "Checking earlier answers",
    contextualize: "Understanding the question",
    retrieve: "Searching the documentation",
    clarify: "Asking which one you mean",
    act: "Looking it up in our systems",
    generate: "Writing an answer",
    grade: "Checking the answer against its sources",
    escalate: "Looking for a person who can help",
  },
  nothingFound: "Nothing found in the documentation",
  reading: "Reading {title}",
  readingMore: "Reading {title} and {n} more",
  cut: "This answer became too long and was cut off here.",
  waiting: "Many people are asking at the moment. Your answer comes as soon as it is your turn.",
  whichOne: "I found more than one thing that this may be about. Do you mean {choices}?",
  quotes: ["“", "”"],
  dropped: "All right, I have dropped that question. You can put it in other words, or ask for a person at any time.",
  smallTalk: {
    greeting: "Hello! What would you like to know about {name}?",
    thanks: "You're welcome! If anything else comes up, just ask.",
    goodbye: "Goodbye, and have a good day!",
    acknowledgement: "Great. If anything else comes up, just ask.",
    identity:
      "I'm the automated assistant of {name}. I answer from its documents; if you would rather have a person, just say so.",
    wellbeing: "I'm doing fine, thank you. What can I help you with?",
  },
  onlyFiles:
    "I can't open files or pictures. Please tell me in words what it is about, or ask for a person, who can open them.",
  besideFiles: "I could not open what you attached. A person can: just ask for one.",
  handover: {
    unsure: "I am not sure enough of my answer, so I have asked a person to help.",
    notFound: "I could not find this in our documentation, so I have asked a person to help.",
    wanted: "Of course. I have asked a person to join.",
    sensitive: "This is something a person should look at, so I have asked one to help.",
    tool: "I could not reach a system that I need for this, so I have asked a person to help.",
    noAnswer: "I cannot write an answer at the moment, so I have asked a person to help.",
  },
  ticket: "Your ticket is #{n}. The answer will appear here, and you can leave this page meanwhile.",
  goesOn: "This conversation goes on in #{n}. You find it among your conversations.",
  confirmation: {
    asked: "Shall I do this? Nothing is changed before you say yes.",
    asksTeam: "Somebody from our team has to agree to this first. I have asked them; nothing is changed before that.",
    waitsForTeam: "Thank you. Somebody from our team has to agree as well. Nothing is changed before that.",
    agreed: "Our team has agreed. I am doing it now.",
    declined: "All right, nothing was changed.",
    refused: "Our team has not agreed to this, so nothing was changed.",
    expired: "Nobody said yes in time, so nothing was changed: {what}.",
    withdrawn: "You went on to something else, so nothing was changed: {what}.",
    unknown:
      "I do not know whether this was done: {what}. Please do not try it again yet: somebody from our team looks into it.",
  },
};
