/** Ways to reach somebody and ways to pay; a policy that names one of a group seldom means another. English. */
const groups: Record<string, RegExp>[] = [
  {
    phone: /\b(?:phone|telephone|call|calls|called|calling|ring|rings|hotline)\b/i,
    mail: /\b(?:e-?mails?|mail)\b/i,
    writing: /\b(?:writing|written|letter|note)\b/i,
    web: /\b(?:online|website|app|portal|web)\b/i,
    person: /\b(?:in person|counter|desk|branch|branches|office|reception)\b/i,
  },
  {
    cash: /\b(?:cash|notes|coins)\b/i,
    card: /\b(?:cards?|debit|credit)\b/i,
    cheque: /\b(?:cheques?|checks)\b/i,
    transfer: /\b(?:transfer|transferred|direct debit|invoice)\b/i,
    voucher: /\b(?:vouchers?|money|refund)\b/i,
  },
];

/** Whether two texts name a channel of one group in common, or each only others. */
export function channelsOf(one: string, other: string): "same" | "other" | null {
  const named = groups.map((group) => {
    const [own, their] = [one, other].map((text) => Object.keys(group).filter((name) => group[name]?.test(text)));
    return { own: own ?? [], their: their ?? [] };
  });
  if (named.some(({ own, their }) => own.some((name) => their.includes(name)))) return "same";
  return named.some(({ own, their }) => own.length > 0 && their.length > 0) ? "other" : null;
}
