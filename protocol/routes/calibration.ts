import {
  calibrateRequestSchema,
  calibrationChangeSchema,
  calibrationQuerySchema,
  calibrationReportSchema,
  calibrationStateSchema,
  gradedAnswersSchema,
} from "../admin-calibration.ts";
import { routes } from "../route.ts";

/** The confidence threshold. */
export const calibrationRoutes = routes(
  { base: "/api/v1/admin", tag: "settings", auth: "agent", role: "admin" },
  {
    readCalibration: {
      at: "GET /calibration",
      summary: "Get the confidence calibration",
      description:
        "Returns the current calibration and a suggested one, with its curve, based on people's ratings of the tenant's answers. Changes nothing.",
      query: calibrationQuerySchema,
      response: calibrationStateSchema.extend({ report: calibrationReportSchema }),
    },
    calibrate: {
      at: "POST /calibration",
      summary: "Calibrate the confidence threshold",
      description:
        "Sets the scale and the confidence threshold at which at most `most_wrong` of the answers shown are wrong.",
      errors: ["conflict"],
      body: calibrateRequestSchema,
      example: { most_wrong: 0.08 },
      response: calibrationChangeSchema.extend({ report: calibrationReportSchema }),
    },
    undoCalibration: {
      at: "DELETE /calibration",
      summary: "Undo the last calibration",
      description: "Restores the scale and the confidence threshold from before the last calibration.",
      errors: ["conflict"],
      response: calibrationChangeSchema,
    },
    listGradedAnswers: {
      at: "GET /calibration/answers",
      summary: "List recent answers to test a threshold on",
      description:
        "Returns the 200 most recent graded answers with people's ratings, to test a confidence threshold before you set it.",
      response: gradedAnswersSchema,
    },
  },
);
