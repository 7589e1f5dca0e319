import type { Signal } from "./calibration.ts";
import type { AdditiveModel } from "./curves.ts";

/** Two questions that are asked of the evidence. */
export interface GradeModel {
  /** Is the question about what these documents are about? */
  topic: AdditiveModel<Signal>;
  /** Sum from which on it is. */
  topicLine: number;
  /** If it is: does the answer cite the right document and hold its evidence? */
  right: AdditiveModel<Signal>;
}

/**
 * Written by `scripts/eval/answers/fit-grade.ts` from the work parts of doc2dial (1,242 questions, and the same put to a wrong domain), MTRAG
 * govt (99) and frequent questions on COVID-19 (511); for "right" every set has the same weight. The line is where a hundredth of the wrong
 * domain is shown, by models that have not seen it. Cosines of another embedding model are on another scale.
 */
export const gradeByMeaning: GradeModel = {
  topic: {
    bias: -3.559,
    curves: {
      vector: { at: [0.177, 0.437, 0.461, 0.485, 0.517, 0.548, 0.793], points: [0, 0, 0.31, 0.79, 0.79, 0.92, 0.92] },
      sentence: {
        at: [0.13, 0.431, 0.45, 0.479, 0.504, 0.547, 0.58, 0.614, 0.648, 0.88],
        points: [0, 0, 0.32, 0.49, 0.74, 0.95, 1.54, 2.51, 3.1, 3.1],
      },
      asked: { at: [0.044, 0.423, 0.454, 0.953], points: [0, 0, 0.04, 0.04] },
      coverage: {
        at: [0.082, 0.205, 0.227, 0.306, 0.333, 0.359, 0.387, 0.425, 0.46, 0.497, 0.541, 0.591, 1],
        points: [0, 0, 0.35, 0.35, 0.44, 0.81, 0.81, 1.12, 1.27, 1.5, 1.71, 2.32, 2.32],
      },
      substance: { at: [0.051, 0.581, 0.647, 0.936], points: [0, 0, 0.25, 0.25] },
      nearness: { at: [0.144, 0.339, 0.356, 0.784], points: [0, 0, 0.11, 0.11] },
      score: { at: [0.109, 0.232, 0.247, 0.353, 0.387, 0.417, 1], points: [0, 0, 0.09, 0.09, 0.54, 1.07, 1.07] },
      bestCoverage: { at: [0, 0.735, 0.895, 1], points: [0, 0, 0.41, 0.41] },
      heading: {
        at: [0, 0.125, 0.167, 0.2, 0.222, 0.286, 0.333, 0.4, 1],
        points: [0, 0, 0.19, 0.19, 0.41, 0.71, 1.5, 1.61, 1.61],
      },
      vectorGap: { at: [0.036, 0.308, 0.369, 0.541], points: [0, 0, 0.25, 0.38] },
      documentGap: { at: [-0.143, 0.294, 0.356, 1], points: [0, 0, 0.36, 0.36] },
      talk: { at: [0, 0.12, 0.6], points: [0, 4.91, 4.91] },
    },
  },
  topicLine: 1.65,
  right: {
    bias: -3.293,
    curves: {
      sentence: {
        at: [0.232, 0.346, 0.455, 0.487, 0.616, 0.631, 0.644, 0.662, 0.677, 0.69, 0.703, 0.754, 0.773, 0.833, 0.891],
        points: [0, 0.58, 0.58, 0.61, 0.61, 0.73, 1.13, 1.13, 1.22, 1.22, 1.24, 1.24, 1.28, 1.28, 1.33],
      },
      asked: { at: [0.064, 0.802, 0.838, 0.871, 0.912, 0.979], points: [0, 0, 0.19, 0.19, 0.78, 1.34] },
      coverage: { at: [0.158, 0.598, 0.632, 1], points: [0, 0, 0.26, 0.26] },
      nearness: { at: [0.243, 0.33, 0.43, 0.465, 0.77, 0.805], points: [0, 0.43, 0.43, 0.61, 0.61, 0.69] },
      answerCoverage: { at: [0.033, 0.332, 0.37, 0.466, 0.531, 1], points: [0, 0, 0.03, 0.03, 0.09, 0.09] },
      bestCoverage: { at: [0.024, 0.11, 0.131, 1], points: [0, 0, 0.25, 0.25] },
      heading: { at: [0, 0.667, 0.75, 1], points: [0, 0, 0.09, 0.09] },
      vectorGap: {
        at: [0.037, 0.066, 0.075, 0.094, 0.104, 0.112, 0.162, 0.175, 0.286, 0.316, 0.554],
        points: [0, 0, 0.02, 0.02, 0.19, 0.47, 0.47, 0.74, 0.74, 0.91, 0.91],
      },
      documentGap: {
        at: [-0.146, 0.048, 0.065, 0.08, 0.195, 0.214, 0.237, 0.264, 0.398, 0.49, 1],
        points: [0, 0, 0.36, 0.38, 0.38, 0.82, 0.82, 1.11, 1.11, 1.33, 1.33],
      },
      rank: { at: [0.836, 0.946, 0.965, 1], points: [0, 0, 0.64, 0.64] },
      otherKind: { at: [0, 1], points: [0, -0.44] },
    },
  },
};

/** Without vectors: the same questions with the passages ranked by their words. */
export const gradeByWords: GradeModel = {
  topic: {
    bias: -2.991,
    curves: {
      coverage: {
        at: [0.082, 0.205, 0.227, 0.264, 0.286, 0.306, 0.333, 0.359, 0.387, 0.425, 0.46, 0.497, 0.541, 0.591, 1],
        points: [0, 0, 0.21, 0.21, 0.31, 0.31, 0.44, 1.08, 1.32, 1.5, 1.71, 2.12, 2.22, 2.29, 2.29],
      },
      substance: {
        at: [
          0.051, 0.11, 0.124, 0.14, 0.155, 0.169, 0.184, 0.218, 0.234, 0.315, 0.346, 0.377, 0.412, 0.46, 0.51, 0.581,
          0.647, 0.767, 0.936,
        ],
        points: [
          0, 0, 0.03, 0.03, 0.06, 0.16, 0.42, 0.42, 0.5, 0.5, 0.61, 0.61, 0.68, 1.06, 1.34, 1.34, 1.88, 2.51, 2.51,
        ],
      },
      bestCoverage: { at: [0, 0.709, 0.849, 1], points: [0, 0, 0.84, 0.84] },
      heading: {
        at: [0, 0.143, 0.182, 0.2, 0.222, 0.286, 0.333, 0.429, 1],
        points: [0, 0, 0.44, 0.63, 0.9, 1.9, 2.21, 2.87, 2.87],
      },
      documentGap: { at: [-0.435, -0.284, 1], points: [0, 0.05, 0.05] },
      documentShare: { at: [0.125, 0.25, 0.375, 0.5, 0.875], points: [0, 0, 0.02, 0.34, 0.34] },
      talk: { at: [0, 0.12, 0.242, 0.6], points: [0, 4.56, 4.89, 4.89] },
    },
  },
  topicLine: 1.56,
  right: {
    bias: -2.471,
    curves: {
      coverage: {
        at: [0.158, 0.272, 0.315, 0.512, 0.539, 0.598, 0.632, 1],
        points: [0, 0, 0.13, 0.13, 0.46, 0.46, 0.51, 0.51],
      },
      substance: { at: [0.091, 0.18, 0.2, 0.603, 0.672, 1], points: [0, 0, 0.22, 0.22, 0.24, 0.24] },
      bestCoverage: { at: [0.061, 0.923, 1], points: [0, 0, 0.01] },
      heading: {
        at: [0, 0.167, 0.25, 0.286, 0.333, 0.5, 0.571, 0.667, 0.8, 1],
        points: [0, 0.11, 0.11, 0.39, 0.4, 0.4, 0.88, 0.88, 1.34, 1.34],
      },
      documentGap: {
        at: [-0.413, 0.052, 0.09, 0.119, 0.143, 0.366, 0.404, 0.467, 0.532, 1],
        points: [0, 0, 0.36, 0.36, 0.65, 0.65, 1.03, 1.2, 1.45, 1.45],
      },
      documentShare: { at: [0.125, 0.25, 0.375, 1], points: [0, 0, 0.02, 0.02] },
      rank: { at: [0.557, 0.778, 0.85, 0.987, 1], points: [0, 0, 0.88, 0.88, 1.06] },
      talk: { at: [0, 0.327, 0.356, 0.6], points: [0, 0, 0.08, 0.08] },
      otherKind: { at: [0, 1], points: [0, -1.48] },
    },
  },
};
