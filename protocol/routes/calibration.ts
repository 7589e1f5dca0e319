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
      summary: "Calibrate the minimum confidence",
      description:
        "Sets the scale and the minimum confidence at which at most `most_wrong` of the answers shown are wrong.",
      errors: ["conflict"],
      body: calibrateRequestSchema,
      example: { most_wrong: 0.08 },
      response: calibrationChangeSchema.extend({ report: calibrationReportSchema }),
    },
    undoCalibration: {
      at: "DELETE /calibration",
      summary: "Undo the last calibration",
      description: "Restores the scale and the minimum confidence from before the last calibration.",
      errors: ["conflict"],
      response: calibrationChangeSchema,
    },
    listGradedAnswers: {
      at: "GET /calibration/answers",
      summary: "List recent answers to test a minimum confidence on",
      description:
        "Returns the 200 most recent answers with people's feedback, to test a minimum confidence before you set it.",
      response: gradedAnswersSchema,
    },
  },
);
