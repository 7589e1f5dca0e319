import type { CalibrationReport, GradedAnswers } from "../../protocol/admin-calibration.ts";
import type { ModelChoices, ModelUsage } from "../../protocol/admin-usage.ts";
import { type Answer, type Call, ok, refuse } from "./mock-answers.ts";
import { uuid } from "./mock-data.ts";
import type { Mock } from "./mock-server.ts";

/** Routes for confidence and models: answers for the threshold preview, and model usage. */
export function assistantRoute(mock: Mock, path: string, call: Call): Answer | null {
  if (path === "/admin/calibration/answers") return ok({ threshold: mock.settings.threshold, items: gradedAnswers() });
  // Only admins may see costs.
  if (path === "/admin/usage") return mock.role === "admin" ? ok(modelUsage()) : refuse(403, "forbidden");
  if (path === "/admin/model-choices") return ok(modelChoices());
  if (path !== "/admin/calibration") return null;
  const mostWrong = Number(call.url.searchParams.get("most_wrong") ?? 0.08);
  if (call.method === "GET") return ok({ ...state(mock), report: report(mock, mostWrong) });
  if (call.method === "DELETE") return refuse(409, "conflict");
  mock.settings = { ...mock.settings, threshold: 0.62 };
  return ok({ ...state(mock), changed: true, former_threshold: 0.7, report: report(mock, mostWrong) });
}

const questions = [
  "How do I downgrade my plan in the middle of the month?",
  "Is there a discount for non-profits?",
  "Which cards do you take?",
  "كيف يمكنني تغيير كلمة المرور؟",
  '<img src=x onerror="globalThis.pwned = true"> refunds?',
  "Can I export all of my invoices at once, for the last three years, with the address of the old company?",
];

/** Two hundred answers; those with high confidence are mostly correct. */
export function gradedAnswers(): GradedAnswers["items"] {
  return Array.from({ length: 200 }, (_, index) => {
    const score = Math.round(Math.min(1, 0.2 + ((index * 37) % 80) / 100) * 100) / 100;
    const isRight = index % 3 === 0 ? null : score > 0.55 ? index % 11 !== 0 : index % 7 === 0;
    const wasShown = score >= 0.7;
    return {
      ticket: { id: uuid(40 + (index % 6)), number: 1040 + (index % 6) },
      question: questions[index % questions.length] ?? "",
      at: new Date(Date.UTC(2026, 10, 1) - index * 3_600_000).toISOString(),
      score,
      is_vetoed: false,
      was_shown: wasShown,
      evidence:
        isRight === null
          ? null
          : wasShown
            ? isRight
              ? "thumb_up"
              : "thumb_down"
            : isRight
              ? "draft_approved"
              : "draft_replaced",
      is_right: isRight,
    };
  });
}

const grader = "openai:gpt-4o, graded by openai:gpt-4o-mini, prompts 7";
const state = (mock: Mock) => ({ grader, calibration: null, is_at_work: false, threshold: mock.settings.threshold });

function report(mock: Mock, mostWrong: number): CalibrationReport {
  const effect = { slope: 1, shift: 0, off_by: 0.08 };
  return {
    tenant_id: uuid(1),
    grader,
    days: 180,
    answers: 640,
    other_answers: 0,
    labels: { right: 212, wrong: 41, by_evidence: [] },
    most_wrong: mostWrong,
    now: { ...effect, threshold: mock.settings.threshold, shown: 402, to_person: 238, wrong_of_shown: 0.05 },
    proposed: { ...effect, slope: 1.2, shift: 0.3, threshold: 0.62, shown: 471, to_person: 169, wrong_of_shown: 0.07 },
    refusal: null,
    curve: Array.from({ length: 10 }, (_, index) => ({
      from: index / 10,
      to: (index + 1) / 10,
      now: {
        answers: index * 14,
        labelled: index * 5,
        right: index < 2 ? null : Math.round((0.1 + index * 0.095) * 1000) / 1000,
      },
      proposed: null,
    })),
  };
}

function modelChoices(): ModelChoices {
  const { providers, usual } = modelUsage();
  return { providers, usual, known: [usual.generate, usual.grade, { provider: "ollama", model: "llama3.1" }] };
}

/** Usage of the models in the last 30 days. */
export function modelUsage(): ModelUsage {
  const use = { provider: "openai", calls: 412, failed: 0, input_tokens: 381_000, output_tokens: 52_000, unpriced: 0 };
  return {
    providers: ["extractive", "openai", "ollama"],
    usual: {
      contextualize: { provider: "openai", model: "gpt-4o-mini" },
      generate: { provider: "openai", model: "gpt-4o" },
      grade: { provider: "openai", model: "gpt-4o-mini" },
      summarize: { provider: "openai", model: "gpt-4o-mini" },
    },
    tokens_today: 182_400,
    cost_micros_this_month: 4_310_000,
    unpriced_calls_this_month: 3,
    reached: null,
    days: Array.from({ length: 30 }, (_, index) => ({
      day: new Date(Date.UTC(2026, 9, 3 + index)).toISOString().slice(0, 10),
      tokens: 90_000 + ((index * 31) % 70) * 1_000,
      cost_micros: index % 7 > 4 ? 20_000 : 100_000 + ((index * 53) % 90) * 1_000,
    })),
    by_model: [
      { ...use, task: "generate", model: "gpt-4o", cost_micros: 3_900_000 },
      { ...use, task: "grade", model: "gpt-4o-mini", cost_micros: 280_000, failed: 2 },
      { ...use, task: "summarize", provider: "ollama", model: "llama3.1", cost_micros: 0, unpriced: 412 },
    ],
  };
}
