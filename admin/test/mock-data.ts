import type { Citation, Message } from "../../protocol/messages.ts";

/** Text that would run a script, load a resource or break out of its place in the page if the console ever let it. */
export const hostileText = [
  '<img src="x" onerror="window.pwned=1">',
  "<script>window.pwned=1</script>",
  "[click](javascript:window.pwned=1)",
  "![pixel](http://evil.example/pixel.png)",
  '<svg/onload="window.pwned=1">',
  "[data](data:text/html,<script>window.pwned=1</script>)",
  '"><iframe src="javascript:window.pwned=1"></iframe>',
].join("\n\n");

const base = Date.now();
export const minutesAgo = (minutes: number) => new Date(base - minutes * 60_000).toISOString();

export function uuid(n: number): string {
  return `0190a000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
}

export const citations: Citation[] = [
  {
    index: 1,
    chunk_id: "c-1",
    document_id: uuid(901),
    title: "Changing your plan",
    url: "https://docs.example.com/plans",
    heading: "Downgrades",
    quote: "A downgrade takes effect at the end of the billing period.",
  },
  {
    index: 2,
    chunk_id: "c-2",
    document_id: uuid(902),
    title: "Refunds",
    url: "https://docs.example.com/refunds",
    page: 3,
    quote: "Unused time is credited to your account within 5 working days.",
  },
];

export function message(
  id: number,
  role: Message["role"],
  content: string,
  minutes: number,
  more: Partial<Message> = {},
): Message {
  return {
    id: uuid(id),
    role,
    content,
    citations: [],
    grade: null,
    cached: false,
    usage: null,
    created_at: minutesAgo(minutes),
    ...more,
  };
}
