import type { TicketDetail } from "../../protocol/admin.ts";
import type { CheckedAnswer, CheckedSentence } from "../../protocol/admin-check.ts";
import type { Recap, TicketAssist } from "../../protocol/agent-assist.ts";
import { type Answer, type Call, ok } from "./mock-answers.ts";
import { uuid } from "./mock-data.ts";
import type { Mock } from "./mock-server.ts";

/** The visitor writes in the agent's language, and there is no model. */
export function plainAssist(): TicketAssist {
  return { spoken: "en", translation: "none", translations: [], recap: null };
}

/** The agent assist routes: `translated` reverses a text, and a recap counts how often it was made. */
export function assistRoute(
  mock: Mock,
  detail: TicketDetail,
  { verb, call }: { verb: string; call: Call },
): Answer | null {
  const body = call.body as { message_id: string; language: string; text: string };
  const translated = (text: string) => ({
    language: body.language,
    content: `${body.language}: ${text}`,
    lost: [] as string[],
  });
  switch (verb) {
    case "assist":
      return ok({ ...mock.assist, recap: mock.recaps.get(detail.ticket.id) ?? null } satisfies TicketAssist);
    case "translations": {
      const said = detail.messages.find(({ id }) => id === body.message_id)?.content ?? "";
      return ok({ message_id: body.message_id, ...translated(said), lost: ["12 €"] });
    }
    case "translate":
      return ok(translated(body.text));
    case "recap": {
      const recap: Recap = {
        asked: "Whether money comes back after a downgrade in the middle of the month.",
        tried:
          "Unsent draft by the assistant (confidence 0.46): A downgrade takes effect at the end of the billing period.",
        open: "ok but is it paid out, or is it a credit?",
        writer: "rules",
        created_at: new Date().toISOString(),
        is_stale: false,
      };
      mock.recaps.set(detail.ticket.id, recap);
      return ok(recap);
    }
    default:
      return null;
  }
}

/** Check result of a text: its sentences are found, different and not found, in turn. */
export function checkedAnswer(text: string): CheckedAnswer {
  const found: Pick<CheckedSentence, "verdict" | "passage" | "quote" | "difference">[] = [
    {
      verdict: "supported",
      passage: 0,
      quote: "A downgrade takes effect at the end of the billing period.",
      difference: null,
    },
    {
      verdict: "contradicted",
      passage: 0,
      quote: "You keep your data for 30 days.",
      difference: { kind: "number", here: "60 days", there: "30 days" },
    },
    { verdict: "supported", passage: 1, quote: "Discounts are decided by the team.", difference: null },
    { verdict: "not_found", passage: null, quote: null, difference: null },
  ];
  const sentences = [...text.matchAll(/[^.!?]+[.!?]*/g)].map(({ 0: said, index }, at) => ({
    start: index + said.length - said.trimStart().length,
    end: index + said.trimEnd().length,
    text: said.trim(),
    ...(found[at % found.length] as (typeof found)[number]), // within its length
  }));
  const passage = { url: "https://docs.example.com/1", page: null, heading: "Downgrades" };
  return {
    sentences,
    passages: [
      { chunk_id: "c-1", document_id: uuid(901), title: "Changing your plan", ...passage, hidden: null },
      { chunk_id: "c-4", document_id: uuid(904), title: "Discounts", ...passage, hidden: "internal" },
    ],
    read: 18,
    missing: ["Do I get money back?"],
    grade: { score: 0.3, tier: "low", reason: "2 of 4 statements were found in the documents; 1 differs from them." },
    threshold: 0.7,
    judge: "rules",
    without_model: null,
    took_ms: 412,
  };
}
