/** Every word the widget says itself. A placeholder in braces is filled in by `format.ts`. */
export const en = {
  close: "Close chat",
  unread: "{n} unread",
  title: "Chat",
  assistantReady: "Answers from our documents",
  personAnswers: "{name} is answering",
  waitingForPerson: "Waiting for our team",
  placeholder: "Ask a question…",
  placeholderPerson: "Write a message…",
  placeholderChoice: "Or use your own words…",
  message: "Message",
  send: "Send",
  stop: "Stop",
  log: "Messages",
  back: "Back",
  menu: "More",
  larger: "Expand",
  smaller: "Shrink",
  person: "Talk to our team",
  personWanted: "I would like to talk to a person.",
  newTicket: "New conversation",
  starting: "Starting the chat…",
  offline: "You are offline. We will send your messages when you are back.",
  reconnecting: "Reconnecting…",
  retry: "Retry",
  latest: "Latest messages",
  errorTimeout: "The answer took too long.",
  errorBusy: "We are getting many questions right now. Please try again in a moment.",
  errorRate: "You have sent many messages. Please wait a moment.",
  errorTooLong: "This message is too long.",
  errorClosed: "This conversation is closed.",
  errorNotAllowed: "The chat is not available on this page.",
  errorStart: "The chat could not start.",
  charsLeft: { one: "{n} character left", other: "{n} characters left" },
  attach: "Attach files",
} as const;

export type StringKey = keyof typeof en;
/** A text, or one for each of the language's kinds of numbers (`Intl.PluralRules`), by what is filled in for `{n}`. */
export type Text = string | (Partial<Record<Intl.LDMLPluralRule, string>> & { other: string });
export type Strings = Record<StringKey, Text>;
