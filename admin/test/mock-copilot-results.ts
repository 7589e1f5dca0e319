import type { CopilotDocument, Excerpt, Finding } from "../../protocol/copilot.ts";
import type { CopilotBody } from "../../protocol/copilot-conversations.ts";
import { minutesAgo, uuid } from "./mock-data.ts";

/** The ids are those of a document in the mock's library, so that links to sources work. */
function document(n: number, title: string, more: Partial<CopilotDocument> = {}): CopilotDocument {
  return {
    // The server creates the branded id.
    document_id: uuid(900 + n) as CopilotDocument["document_id"],
    version_id: uuid(8000 + n),
    version: 2,
    label: null,
    is_current: true,
    title,
    kind: "policy",
    set: "Policies",
    created_at: minutesAgo(60 * 24 * 10 * n),
    ...more,
  };
}

export const refunds = document(1, "Refund policy");
export const oldRefunds = document(1, "Refund policy", {
  version_id: uuid(8050),
  version: 1,
  is_current: false,
  created_at: minutesAgo(60 * 24 * 400),
});
export const delivery = document(2, "Terms of delivery", { kind: "regulation" });
export const tone = document(3, "How we write to customers", { set: null, kind: "other" });

function excerpt(of: CopilotDocument, text: string, more: Partial<Excerpt> = {}): Excerpt {
  return {
    chunk_id: `chunk-${of.version_id}` as Excerpt["chunk_id"],
    document_id: of.document_id,
    version_id: of.version_id,
    title: of.title,
    version: null,
    url: null,
    page: null,
    heading: null,
    text,
    is_web: false,
    ...more,
  };
}

const byModel = { retrieval: 0.81, level: "high", inference: 0.86, judge: "model" } as const;
const base = { read: 12, is_doubtful: false, confidence: byModel };

export function comparedBody(): CopilotBody {
  return {
    ...base,
    confidence: { retrieval: 0.68, level: "medium", inference: 0.86, judge: "model" },
    documents: [refunds, oldRefunds],
    excerpts: [
      excerpt(refunds, "Customers may return goods within 30 days of delivery.", { heading: "Returns", page: 2 }),
      excerpt(oldRefunds, "Customers may return goods within 14 days of delivery.", { heading: "Returns", page: 1 }),
      excerpt(refunds, "We pay the return postage within the EU.", { heading: "Postage", page: 3 }),
    ],
    result: {
      action: "compare",
      focus: null,
      overview:
        "The newer version gives customers more time and takes over the return postage within the EU. Everything else stays as it was.",
      rows: [
        {
          kind: "same",
          aspect: "Condition of goods",
          cells: [
            { version_id: refunds.version_id, text: "Goods must be unused.", proof: [0] },
            { version_id: oldRefunds.version_id, text: "Goods must be unused.", proof: [1] },
          ],
          note: "",
          changes: [],
          weight: 0.1,
        },
        {
          kind: "changed",
          aspect: "Time for returns",
          cells: [
            {
              version_id: refunds.version_id,
              text: "Customers may return goods within 30 days of delivery.",
              proof: [0],
            },
            {
              version_id: oldRefunds.version_id,
              text: "Customers may return goods within 14 days of delivery.",
              proof: [1],
            },
          ],
          note: "",
          changes: [{ kind: "number", here: "30 days", there: "14 days" }],
          weight: 0.9,
        },
        {
          kind: "only_in_one",
          aspect: "Return postage",
          cells: [{ version_id: refunds.version_id, text: "We pay the return postage within the EU.", proof: [2] }],
          note: "",
          changes: [],
          weight: 0.6,
        },
      ],
      implications: [{ text: "Replies that still name 14 days are wrong now.", proof: [0, 1] }],
    },
  };
}

function finding(n: number, more: Partial<Finding>): Finding {
  return {
    id: `f-${n}`,
    target_version_id: refunds.version_id,
    theme: "Time for returns",
    severity: "high",
    kind: "number",
    consequence: "The customer would believe that the time is over and lose a right.",
    here: { start: 0, end: 48, text: "You can send it back within 14 days of delivery." },
    there: 0,
    suggestion: "You can send it back within 30 days of delivery.",
    confidence: 0.93,
    changes: [{ kind: "number", here: "14 days", there: "30 days" }],
    ...more,
  };
}

export function auditedBody(): CopilotBody {
  return {
    ...base,
    documents: [refunds, tone],
    excerpts: [
      excerpt(refunds, "Customers may return goods within 30 days of delivery.", { heading: "Returns", page: 2 }),
      excerpt(tone, "Always name the order number in a reply about an order.", { heading: "Replies" }),
      excerpt(tone, "Do not promise a day of delivery.", { heading: "Promises" }),
    ],
    result: {
      action: "audit",
      status: "violated",
      beside: [],
      statements: 6,
      matched: 4,
      findings: [
        finding(1, {}),
        finding(2, {
          target_version_id: tone.version_id,
          theme: "Order number",
          severity: "low",
          kind: "missing",
          consequence: "The customer cannot tell which order is meant.",
          here: null,
          there: 1,
          suggestion: "Add: Your order number is …",
          confidence: 0.71,
          changes: [],
        }),
        finding(3, {
          target_version_id: tone.version_id,
          theme: "Promised day",
          severity: "medium",
          kind: "obligation",
          consequence: "A promise that the carrier may break.",
          here: { start: 60, end: 100, text: "The new pair will be with you on Friday." },
          there: 2,
          suggestion: "The new pair leaves our house tomorrow.",
          confidence: 0.64,
          changes: [],
        }),
      ],
    },
  };
}

export function answeredBody(): CopilotBody {
  return {
    ...base,
    documents: [refunds, delivery],
    excerpts: [
      excerpt(refunds, "Customers may return goods within 30 days of delivery.", { heading: "Returns", page: 2 }),
      excerpt(delivery, "The time begins on the day after the parcel was handed over.", { heading: "Times" }),
    ],
    result: {
      action: "inquire",
      answer: "Within **30 days** [1]. The time begins on the day after the parcel was handed over [2].",
      documents: [
        { version_id: refunds.version_id, title: refunds.title, text: "Names the 30 days.", proof: [0] },
        { version_id: delivery.version_id, title: delivery.title, text: "Says when they begin.", proof: [1] },
      ],
    },
  };
}

/** A result without a model, based on little evidence that the user accepted. */
export function quotedBody(): CopilotBody {
  return {
    ...answeredBody(),
    confidence: { retrieval: 0.41, level: "low", inference: null, judge: "rules" },
    is_doubtful: true,
    result: {
      action: "inquire",
      answer: "> Customers may return goods within 30 days of delivery. [1]\n\n<img src=x onerror=window.pwned=1>",
      documents: [],
    },
  };
}

export function summedBody(): CopilotBody {
  return {
    ...base,
    documents: [refunds, delivery],
    excerpts: answeredBody().excerpts,
    result: {
      action: "summarize",
      documents: [
        {
          version_id: refunds.version_id,
          title: refunds.title,
          points: [
            { heading: "Returns", text: "Goods come back within 30 days.", proof: [0] },
            { heading: null, text: "We pay the postage within the EU.", proof: [0] },
          ],
        },
        {
          version_id: delivery.version_id,
          title: delivery.title,
          points: [{ heading: "Times", text: "Counted from the day after.", proof: [1] }],
        },
      ],
    },
  };
}
