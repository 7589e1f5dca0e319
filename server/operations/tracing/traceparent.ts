/** Where a span is, over the borders of processes (W3C Trace Context, version 00). */
interface Place {
  traceId: string;
  spanId: string;
  traceFlags: number;
}

const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Undefined when it is none: whoever sent it does not matter, and a trace of our own begins. */
export function parseTraceparent(text: string): (Place & { isRemote: true }) | undefined {
  const [, version, traceId = "", spanId = "", flags = "", rest] = pattern.exec(text.trim()) ?? [];
  // Later versions may say more behind a hyphen; this one may not, and ff is none.
  if (version === undefined || version === "ff" || (version === "00" && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

export function toTraceparent({ traceId, spanId, traceFlags }: Place): string {
  return `00-${traceId}-${spanId}-${(traceFlags & 1).toString(16).padStart(2, "0")}`;
}
