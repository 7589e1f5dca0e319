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
    bias: -3.518,
    curves: {
      vector: { at: [0.177, 0.461, 0.485, 0.517, 0.548, 0.793], points: [0, 0, 0.62, 0.62, 0.68, 0.68] },
      sentence: {
        at: [0.124, 0.43, 0.45, 0.479, 0.505, 0.543, 0.577, 0.612, 0.647, 0.879],
        points: [0, 0, 0.07, 0.07, 0.5, 0.72, 1.02, 1.98, 2.97, 2.97],
      },
      asked: { at: [0.033, 0.419, 0.448, 0.954], points: [0, 0, 0.14, 0.14] },
      coverage: {
        at: [0.082, 0.205, 0.227, 0.306, 0.333, 0.359, 0.387, 0.425, 0.46, 0.497, 0.541, 0.591, 1],
        points: [0, 0, 0.2, 0.2, 0.26, 0.71, 0.71, 0.89, 1.15, 1.27, 1.58, 2.14, 2.14],
      },
      nearness: { at: [0.146, 0.304, 0.321, 0.46, 0.482, 0.784], points: [0, 0, 0.19, 0.19, 0.46, 0.46] },
      score: {
        at: [0.109, 0.232, 0.247, 0.301, 0.325, 0.353, 0.387, 0.416, 0.458, 1],
        points: [0, 0, 0.11, 0.11, 0.22, 0.22, 0.79, 1.02, 1.21, 1.21],
      },
      bestCoverage: { at: [0, 0.733, 0.895, 1], points: [0, 0, 0.51, 0.51] },
      heading: {
        at: [0, 0.167, 0.2, 0.222, 0.286, 0.333, 0.4, 1],
        points: [0, 0.04, 0.04, 0.2, 0.62, 1.25, 1.52, 1.52],
      },
      vectorGap: { at: [0.036, 0.308, 0.369, 0.541], points: [0, 0, 0.29, 0.29] },
      talk: { at: [0, 0.111, 0.6], points: [0, 3.95, 3.95] },
      talkLead: { at: [-0.246, 0.116, 0.199, 0.341, 0.773], points: [0, 0, 1.05, 1.79, 1.79] },
    },
  },
  topicLine: 1.35,
  right: {
    bias: -2.895,
    curves: {
      sentence: {
        at: [0.2, 0.336, 0.454, 0.486, 0.63, 0.643, 0.662, 0.677, 0.689, 0.701, 0.89],
        points: [0, 0.25, 0.25, 0.57, 0.57, 0.93, 0.93, 1.09, 1.09, 1.16, 1.16],
      },
      asked: { at: [0.055, 0.802, 0.838, 0.871, 0.912, 0.98], points: [0, 0, 0.16, 0.16, 0.55, 1.02] },
      coverage: { at: [0.158, 0.598, 0.632, 1], points: [0, 0, 0.02, 0.02] },
      nearness: { at: [0.223, 0.328, 0.77, 0.805], points: [0, 0.04, 0.04, 0.38] },
      answerCoverage: { at: [0, 0.365, 0.412, 0.524, 0.586, 1], points: [0, 0, 0.04, 0.04, 0.34, 0.34] },
      bestCoverage: { at: [0, 0.108, 0.125, 0.145, 1], points: [0, 0, 0.15, 0.19, 0.19] },
      vectorGap: {
        at: [0.037, 0.094, 0.104, 0.112, 0.162, 0.175, 0.188, 0.286, 0.316, 0.554],
        points: [0, 0, 0.26, 0.55, 0.55, 0.61, 0.72, 0.72, 0.88, 0.88],
      },
      documentGap: {
        at: [-0.146, 0.048, 0.065, 0.196, 0.214, 0.238, 0.265, 1],
        points: [0, 0, 0.24, 0.24, 0.63, 0.63, 0.81, 0.81],
      },
      rank: { at: [0.836, 0.948, 0.966, 1], points: [0, 0, 0.24, 0.24] },
      talk: { at: [0, 0.228, 0.316, 0.6], points: [0, 0, 0.33, 0.33] },
      talkLead: {
        at: [-0.3, -0.125, -0.042, -0.009, 0, 0.186, 0.294, 0.379, 0.467, 0.794],
        points: [0, 0, 0.05, 0.05, 1.02, 1.02, 1.06, 1.06, 1.13, 1.13],
      },
      otherKind: { at: [0, 1], points: [0, -0.46] },
    },
  },
};

/** Without vectors: the same questions with the passages ranked by their words. */
export const gradeByWords: GradeModel = {
  topic: {
    bias: -2.83,
    curves: {
      coverage: {
        at: [0.082, 0.246, 0.264, 0.286, 0.306, 0.333, 0.359, 0.387, 0.425, 0.46, 0.497, 1],
        points: [0, 0, 0.05, 0.15, 0.15, 0.28, 0.91, 1.14, 1.32, 1.52, 2.02, 2.02],
      },
      substance: {
        at: [
          0.051, 0.14, 0.155, 0.169, 0.184, 0.2, 0.218, 0.234, 0.315, 0.346, 0.412, 0.46, 0.51, 0.581, 0.647, 0.767,
          0.936,
        ],
        points: [0, 0, 0.03, 0.09, 0.45, 0.45, 0.48, 0.56, 0.56, 0.62, 0.62, 0.83, 1.23, 1.23, 2.29, 2.37, 2.37],
      },
      bestCoverage: { at: [0, 0.701, 0.849, 1], points: [0, 0, 0.96, 0.96] },
      heading: {
        at: [0, 0.143, 0.182, 0.2, 0.222, 0.286, 0.333, 0.4, 0.5, 0.667, 1],
        points: [0, 0.06, 0.45, 0.45, 0.67, 1.52, 2.2, 2.71, 2.71, 2.92, 2.92],
      },
      documentGap: { at: [-0.428, -0.265, 1], points: [0, 0.04, 0.04] },
      talk: { at: [0, 0.087, 0.6], points: [0, 4.46, 4.46] },
      talkLead: { at: [-0.435, 0.098, 0.176, 0.294, 0.773], points: [0, 0, 0.71, 1.2, 1.2] },
    },
  },
  topicLine: 1.11,
  right: {
    bias: -2.757,
    curves: {
      coverage: { at: [0.158, 0.272, 0.315, 0.351, 0.512, 0.539, 1], points: [0, 0, 0.02, 0.04, 0.04, 0.2, 0.2] },
      substance: { at: [0.091, 0.18, 0.2, 1], points: [0, 0, 0.27, 0.27] },
      bestCoverage: { at: [0.061, 0.922, 1], points: [0, 0, 0.17] },
      heading: {
        at: [0, 0.167, 0.25, 0.286, 0.5, 0.571, 0.615, 0.667, 0.8, 1],
        points: [0, 0.1, 0.1, 0.38, 0.38, 0.55, 0.8, 0.8, 1.17, 1.17],
      },
      documentGap: {
        at: [-0.383, 0.064, 0.097, 0.127, 0.149, 0.369, 0.406, 0.468, 1],
        points: [0, 0, 0.3, 0.3, 0.5, 0.5, 0.59, 1.12, 1.12],
      },
      rank: { at: [0.584, 0.792, 0.857, 0.901, 1], points: [0, 0, 0.63, 0.79, 0.79] },
      talk: { at: [0, 0.189, 0.295, 0.6], points: [0, 0, 0.24, 0.24] },
      talkLead: { at: [-0.503, -0.064, -0.018, 0, 0.158, 0.251, 0.794], points: [0, 0, 0.13, 0.94, 0.94, 1.11, 1.11] },
      otherKind: { at: [0, 1], points: [0, -1.48] },
    },
  },
};
