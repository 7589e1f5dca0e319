import type { LanguageTable } from "./table.ts";

export const english: LanguageTable = {
  stop: `a about above after again all also am an and any anybody anyone anything are aren't around as at back be because been before being below
  between both but by can can't cannot could couldn't did didn't do does doesn't doing don't done down each either else ever every for from
  further get gets getting give go goes going got had hadn't has hasn't have haven't having he her here hers him his how however i i'd i'll
  i'm i've if in into is isn't it it's its itself just know let let's like make makes many may maybe me might mine more most much must my
  myself need needs no nor not now of off ok okay on once one ones only or other our ours out over own please possible put same say see shall
  she should show so some somebody someone something still such take tell than thank thanks that that's the their theirs them then there
  there's these they thing things think this those through to too try under until up upon us use used using very want wants was wasn't way we
  well were weren't what what's when where where's whether which while who who's whom whose why will with within without won't would wouldn't
  yes yet you you'd you'll you're you've your yours yourself`,
  negation:
    "not|no|never|none|nothing|neither|nor|without|cannot|can't|cant|don't|dont|doesn't|doesnt|didn't|didnt|isn't|isnt|aren't|arent|wasn't|wasnt|weren't|won't|wont|wouldn't|wouldnt|shouldn't|couldn't|couldnt|haven't|havent|hasn't|hasnt|hadn't|unable|fail(?:s|ed|ing)?|instead of|except|non",
  // "I can't find my PIN" asks where it is; "I don't know how" asks how.
  notNegating:
    "(?:don't|dont|do not|didn't|not sure|no idea|not certain|doesn't say) (?:know |understand |see |get |remember )?(?:how|why|what|where|when|if|which|whether)|(?:can't|cant|cannot|can not|couldn't|could not|unable to) (?:seem to )?(?:find|locate|see|figure out|remember|work out)|why (?:not|don't (?:you|we))|(?:is|are)n't (?:there|it)|no longer|oh no|no matter|if not|or not",
  opposites: `
    enable activate unblock unfreeze unlock reactivate unsuspend resume start turn_on switch_on opt_in allow permit / disable deactivate block freeze lock suspend pause stop turn_off switch_off opt_out forbid deny prevent
    add create insert attach invite include / remove delete erase detach exclude uninvite drop
    install / uninstall
    subscribe / unsubscribe cancel
    open / close
    before / after
    increase raise upgrade more higher maximum max longest largest most highest / decrease lower reduce downgrade less fewer minimum min shortest smallest least lowest
    import upload deposit receive incoming inbound / export download withdraw send outgoing outbound
    buy purchase / sell
    connect link join sign_in log_in login / disconnect unlink leave sign_out log_out logout
    show display public visible / hide private hidden invisible
    encrypt / decrypt
    success succeed successful accept approve work pass / fail failure failed unsuccessful reject decline deny broken refuse
    first earliest oldest start begin / last latest newest end finish
    true right correct / false wrong incorrect
    physical / virtual
    monthly month / yearly annual annually year
    free / paid
    lend / borrow
    sender / recipient receiver
    lose lost / find found
    hard / soft
    inside within internal / outside external
    manual manually / automatic automatically auto
    temporary temporarily / permanent permanently
    admin administrator / visitor guest customer
    credit / debit
    archive / unarchive restore
    have remaining left / used taken spent`,
  particles: ["(turn|switch|sign|log|opt)(?:s|ed|ing|n)?", "on|off|in|out"],
  numbers:
    "0.5 half, 1 first, 2 two second twice, 3 three third, 4 four, 5 five, 6 six, 7 seven, 8 eight, 9 nine, 10 ten, 11 eleven, 12 twelve, 14 fourteen, 15 fifteen, 20 twenty, 30 thirty, 50 fifty, 60 sixty, 90 ninety",
  fillers:
    "new please help just current currently actual actually really still yet already again ever exact exactly way possible option information info detail question wonder know explain understand need hello hi hey recently recent right today soon quick quickly easy easily long able wanna gotta seem seems sure wish what's whats wont didnt dont cant doesnt isnt",
  roles:
    "from off / to into onto toward towards / than, before, after, by, with, for, of, on, in, as, via through, against, under, over",
  persons: "i me we us / you",
  sidedVerbs:
    "is are was were give gives get gets getting make makes go goes going take use used using need needs have has want wants let put see show tell",
  owners: "my our / your",
  kinds: {
    reason: "why|how come|what(?:'s| is) the (?:reason|point|need)|for what reason|what caused|the reason",
    time: "how long|how soon|how quickly|how fast|what time|when (?:will|can|do|does|is|are|should|did|would|was)|by when|until when|^when",
    amount:
      "how (?:much|many|often|high|big|large|far|old)|what(?:'s| is| are) the (?:\\w+ )?(?:price|cost|fee|limit|rate|number|amount)s?",
    place: "where",
    person: "(?:who|whom|whose)(?! (?:i|we) (?:am|are))",
    method:
      "how (?:do|can|could|would|should|to|does|did|might|shall|about)|way to|steps|what (?:do|should|can|must) (?:i|we|you) do|tell me how|show me how|explain how|help me|^how",
    choice: "which",
    what: "what",
    whether:
      "^(?:do|does|did|is|are|am|was|were|has|have|had|will|would|should|must|may|can|could)(?! (?:you|u|we|it be)(?![\\p{L}]))",
  },
  money: "price|pricing|cost|costs|fee|fees|charge|how expensive",
  references: {
    pronouns:
      "it|its|it's|they|them|their|theirs|he|him|his|she|her|hers|this|these|those|itself|themselves|himself|herself",
    neutral:
      "there(?:'s| is| are| was| were)?|(?:this|these) (?:week|month|year|morning|afternoon|evening|site|website|page|article|service|company|app|chat)|is it (?:possible|ok|okay|safe|legal|necessary|true|free to|better to|worth)|does it (?:matter|make sense|take)|it (?:is|seems|looks|sounds|says|keeps|shows|appears|hurts|rains|snows|depends)|it(?:'s| has) been|(?:does|did|do|will|would|should|can|could|may|might) it (?:really |usually |normally |typically |always |ever )?(?:take|cost|mean|matter|help|hurt|pay|require)(?: \\p{L}+){0,3}? (?:to|for|that|when|if|while|until|before)(?= \\S+ \\S+)|does it mean(?= \\S+ \\S+)|(?:is|was|isn't|would) it (?:be )?(?!(?:able|made|sent|sold|built|kept|meant|set|paid|done|ready|\\p{L}+(?:ed|en|own|ing))\\b)\\p{L}+ (?:to|that|when)(?= \\S+ \\S+)",
    backward:
      // `that` is a pronoun only where no clause hangs on it: "is that free?", not "the key that I made".
      "^(?:and |but |so )?that|^(?:is|was|does|did|can|could|will|would|should) that|(?:is|was|does|did|do|can|will|would|about|of|for|with|like|after|before|than|to|doing|do|mean by|by) that(?=[\\s?.!,]*$|\\s+(?:mean|work|cost|happen|apply|include|take|possible|free|true|right|the case|all|so|again|in|on|for|when|if)\\b)|the same(?: (?:one|ones|thing|option|step|plan|way|part|point|question)\\b|(?=[\\s?.!,]*$|\\s+(?:apply|applies|go|goes|hold|holds|happen|happens|work|works|true|for|with|in|on)\\b))|the (?:other|former|latter|above)|the (?:first|second|third|last|previous|next)(?: (?:one|ones|thing|option|step|plan|way|part|point|question)\\b(?! (?:i|we|you|to|of|in|for|that|when|after|before)\\b)|(?=[\\s?.!,]*$))|(?:what(?:'s| is| was)|(?:is|are|was|were) there|tell me(?: about)?|show me|give me|name) another|another(?: (?:one|way|option|method|step|plan|example))?(?=[\\s?.!,]*$)|the others?|any others?|(?<!(?:some|many|most|all|not|no) )others|such (?:a|an)?|that (?:one|case|way|happens?|error|message|setting|option|step|page|email|plan|feature)|the one|which one|which ones|instead|anything else|what else|who else|where else|how else|any more|anymore",
    opening:
      "what about|how about|what if not|same|in that case|if so|if not|why not|how so|like what|for example|such as|more|otherwise",
    link: "ok(?:ay)?|well|and|but|or|so|then|also|plus|because",
    asks: "how|what|why|when|where|who|which|can|could|do|does|did|is|are|was|were|should|will|would|may|must|has|have|tell|show|explain|describe|list|give|compare|find",
    reply: "yes|no|yeah|yep|nope|sure",
    remark:
      "(?:this|that|it)(?:'s| is| was| sounds?| looks?)(?: all| very| really| so)* [\\p{L}-]+|(?:ok(?:ay)?|great|thanks|thank you|i see|wow|interesting|awesome|perfect|nice|cool)",
    definition:
      "(?:what|who)(?:'s| is| are| was| were) (?:an? |the )?(?!(?:it|that|this|they|those|these|he|she|next|else|left)\\b)",
    named:
      "(?:besides|apart from|asides? from|other than|except(?: for)?|in addition to|instead of|rather than|as well as)(?! that\\b)",
    condition: "if|when|once|unless|in case|after|before|while",
    tells: "i|i'm|i've|i'd|we|we're|we've|my|our",
    clause: "and|if|when|but|so|because|after|before|to",
  },
};
