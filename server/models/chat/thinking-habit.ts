/** Names of models that reason in the open, often with a closing tag alone because their chat template has the opening one. */
const telling = /(?:^|[^a-z])r1(?![a-z0-9])|qwq|think|reason|magistral|exaone-deep/i;

/** Answers without such reasoning after which a model's next one is shown from its first word on. */
const answersToTrust = 20;

/** Whether a model is known to reason before it answers, without saying where that begins. Shared by all calls of the model. */
export class ThinkingHabit {
  #isSuspected: boolean;
  #isProven = false;
  #plainAnswers = 0;

  constructor(model: string) {
    this.#isSuspected = telling.test(model);
  }

  /** True: nothing is shown before the reasoning has ended, or the answer. */
  get isSuspected(): boolean {
    return this.#isSuspected;
  }

  /** True: the beginning need not wait to be looked at. */
  get isTrusted(): boolean {
    return !this.#isSuspected && this.#plainAnswers >= answersToTrust;
  }

  /** Learns from a whole answer. A name alone is believed until the first answer without such reasoning; what was seen, for good. */
  learn(endedAlone: boolean): void {
    this.#isProven ||= endedAlone;
    this.#isSuspected = this.#isProven;
    if (!endedAlone) this.#plainAnswers += 1;
  }
}

/** Words that stand in reasoning and hardly ever at the beginning of an answer of a support desk. */
const thinksAloud =
  /^\W*(?:okay|ok|alright|hmm+|well)\b[,.]?\s+(?:so\b|let|the\b|i\b|first|we\b|now)|\b(?:the|this) (?:user|visitor|customer|query|question|request)\b.{0,20}\b(?:is|asks?|asked|asking|wants?|wanted|needs?|says?|said|seems?|about)\b|\b(?:let me|let's|i'll|i will) (?:think|see|check|look|start|begin|analy[sz]e|break|consider|recall|find|figure|re-?read)\b|\bi (?:need to|should|must|have to|am (?:thinking|asked)|think about)\b|\bi'm (?:thinking|asked)\b|\bwe (?:need to|must|should) (?:answer|check|find|respond|give|write|use|cite)|\b(?:passages?|documents?) (?:\[?\d|says?|mentions?|contains?|do(?:es)?n't)|\baccording to (?:the|my) (?:rules|instructions|prompt|passages?)|\b(?:chain of thought|thought process|reasoning|thinking|(?:internal|secret|hidden|private) (?:thoughts?|plan|notes?))\b|\b(?:der|die) (?:nutzer|benutzer|kunde|besucher|frage)(?:in)?\b.{0,20}\b(?:ist|fragt|will|möchte|lautet)\b|\bl'utilisateur\b|\bel usuario\b|^\W*(?:好的|嗯|首先|用户)|用户(?:问|想|询问)/iu;

/** True for the beginning of a text that sounds like reasoning rather than an answer. */
export function soundsLikeThinking(text: string): boolean {
  return thinksAloud.test(text);
}
