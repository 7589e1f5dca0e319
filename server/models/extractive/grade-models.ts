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
    bias: -3.4,
    curves: {
      vector: {
        at: [0.177, 0.416, 0.437, 0.461, 0.485, 0.517, 0.548, 0.635, 0.664, 0.793],
        points: [0, 0, 0.17, 0.25, 0.82, 0.82, 0.91, 0.91, 1.03, 1.03],
      },
      sentence: {
        at: [0.124, 0.43, 0.45, 0.479, 0.505, 0.543, 0.577, 0.612, 0.647, 0.879],
        points: [0, 0, 0.04, 0.22, 0.47, 0.85, 1.12, 1.98, 2.94, 2.94],
      },
      coverage: {
        at: [0.082, 0.169, 0.186, 0.205, 0.227, 0.306, 0.333, 0.359, 0.387, 0.425, 0.46, 0.497, 0.541, 0.591, 1],
        points: [0, 0, 0.11, 0.11, 0.49, 0.49, 0.59, 1.08, 1.08, 1.26, 1.67, 1.8, 2.28, 2.47, 2.47],
      },
      substance: { at: [0.051, 0.581, 0.647, 0.767, 0.936], points: [0, 0, 0.44, 0.9, 0.9] },
      nearness: { at: [0.146, 0.339, 0.356, 0.46, 0.482, 0.784], points: [0, 0, 0.05, 0.05, 0.2, 0.2] },
      score: {
        at: [0.109, 0.232, 0.247, 0.301, 0.325, 0.353, 0.387, 0.416, 0.458, 1],
        points: [0, 0, 0.1, 0.1, 0.32, 0.32, 0.88, 1.11, 1.3, 1.3],
      },
      bestCoverage: { at: [0, 0.733, 0.895, 1], points: [0, 0, 0.29, 0.29] },
      heading: { at: [0, 0.167, 0.222, 0.286, 0.333, 0.4, 1], points: [0, 0.17, 0.17, 0.83, 1.55, 1.68, 1.68] },
      vectorGap: { at: [0.036, 0.308, 0.369, 0.541], points: [0, 0, 0.31, 0.31] },
      documentGap: { at: [-0.149, 0.295, 0.356, 1], points: [0, 0, 0.31, 0.31] },
      talk: { at: [0, 0.394, 0.6], points: [0, 2.76, 2.76] },
    },
  },
  topicLine: 2.26,
  right: {
    bias: -2.9,
    curves: {
      sentence: {
        at: [0.2, 0.336, 0.454, 0.488, 0.633, 0.645, 0.663, 0.677, 0.69, 0.702, 0.89],
        points: [0, 0.24, 0.24, 0.64, 0.64, 0.96, 0.96, 1.14, 1.14, 1.16, 1.16],
      },
      asked: { at: [0.055, 0.802, 0.838, 0.871, 0.912, 0.98], points: [0, 0, 0.08, 0.08, 0.57, 1.03] },
      coverage: { at: [0.158, 0.598, 0.632, 1], points: [0, 0, 0.04, 0.04] },
      substance: { at: [0.091, 0.18, 0.2, 1], points: [0, 0, 0.03, 0.03] },
      nearness: { at: [0.223, 0.328, 0.77, 0.805], points: [0, 0.04, 0.04, 0.38] },
      answerCoverage: { at: [0, 0.333, 0.365, 0.531, 0.595, 1], points: [0, 0, 0.05, 0.05, 0.26, 0.26] },
      bestCoverage: { at: [0, 0.109, 0.129, 1], points: [0, 0, 0.23, 0.23] },
      heading: { at: [0, 0.667, 0.75, 1], points: [0, 0, 0.02, 0.02] },
      vectorGap: {
        at: [0.037, 0.094, 0.104, 0.112, 0.162, 0.175, 0.286, 0.316, 0.554],
        points: [0, 0, 0.22, 0.56, 0.56, 0.8, 0.8, 0.89, 0.89],
      },
      documentGap: {
        at: [-0.146, 0.049, 0.065, 0.196, 0.214, 0.238, 0.265, 1],
        points: [0, 0, 0.26, 0.26, 0.56, 0.56, 0.78, 0.78],
      },
      rank: { at: [0.836, 0.923, 0.948, 0.967, 1], points: [0, 0, 0.13, 0.16, 0.16] },
      talkLead: {
        at: [-0.3, -0.125, -0.042, -0.009, 0, 0.186, 0.294, 0.379, 0.467, 0.794],
        points: [0, 0, 0.03, 0.03, 1.1, 1.1, 1.13, 1.13, 1.44, 1.44],
      },
      otherKind: { at: [0, 1], points: [0, -0.56] },
    },
  },
};

/** Without vectors: the same questions with the passages ranked by their words. */
export const gradeByWords: GradeModel = {
  topic: {
    bias: -2.978,
    curves: {
      coverage: {
        at: [0.082, 0.169, 0.186, 0.205, 0.227, 0.246, 0.264, 0.306, 0.333, 0.359, 0.387, 0.425, 0.46, 0.497, 0.541, 1],
        points: [0, 0, 0.12, 0.12, 0.2, 0.2, 0.3, 0.3, 0.56, 1.21, 1.44, 1.63, 2, 2.39, 2.5, 2.5],
      },
      substance: {
        at: [
          0.051, 0.14, 0.155, 0.169, 0.184, 0.2, 0.218, 0.234, 0.254, 0.272, 0.412, 0.46, 0.51, 0.581, 0.647, 0.767,
          0.936,
        ],
        points: [0, 0, 0.06, 0.06, 0.33, 0.33, 0.48, 0.59, 0.59, 0.61, 0.61, 0.93, 1.3, 1.3, 2.09, 2.68, 2.68],
      },
      score: { at: [0.061, 0.195, 0.219, 0.304, 0.346, 1], points: [0, 0, 0.06, 0.06, 0.15, 0.15] },
      bestCoverage: { at: [0, 0.701, 0.849, 1], points: [0, 0, 0.64, 0.64] },
      heading: {
        at: [0, 0.143, 0.182, 0.2, 0.222, 0.286, 0.333, 0.4, 0.5, 0.667, 1],
        points: [0, 0.12, 0.41, 0.5, 0.76, 1.69, 2.07, 2.72, 2.72, 2.98, 2.98],
      },
      documentGap: { at: [-0.428, -0.265, -0.183, 1], points: [0, 0, 0.19, 0.19] },
      documentShare: { at: [0.125, 0.25, 0.375, 0.5, 0.75, 0.875], points: [0, 0.16, 0.37, 0.43, 0.43, 0.48] },
      talk: { at: [0, 0.372, 0.6], points: [0, 3.01, 3.01] },
    },
  },
  topicLine: 1.76,
  right: {
    bias: -2.772,
    curves: {
      coverage: { at: [0.158, 0.315, 0.351, 0.512, 0.539, 1], points: [0, 0, 0.12, 0.12, 0.19, 0.19] },
      substance: { at: [0.091, 0.18, 0.2, 0.224, 1], points: [0, 0, 0.26, 0.27, 0.27] },
      bestCoverage: { at: [0.061, 0.922, 1], points: [0, 0, 0.14] },
      heading: {
        at: [0, 0.167, 0.25, 0.286, 0.5, 0.571, 0.615, 0.667, 0.8, 1],
        points: [0, 0.14, 0.14, 0.51, 0.51, 0.6, 0.87, 0.87, 1.22, 1.22],
      },
      documentGap: {
        at: [-0.377, 0.071, 0.102, 0.33, 0.369, 0.406, 0.468, 1],
        points: [0, 0, 0.5, 0.5, 0.71, 0.71, 1.09, 1.09],
      },
      rank: { at: [0.584, 0.802, 0.866, 1], points: [0, 0, 0.67, 0.67] },
      talkLead: {
        at: [-0.503, -0.064, -0.018, 0, 0.158, 0.251, 0.447, 0.538, 0.794],
        points: [0, 0, 0.09, 1.03, 1.03, 1.22, 1.22, 1.39, 1.39],
      },
      otherKind: { at: [0, 1], points: [0, -1.35] },
    },
  },
};
