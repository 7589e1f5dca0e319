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
  topicLine: 1.44,
  right: {
    bias: -2.946,
    curves: {
      sentence: {
        at: [0.2, 0.336, 0.454, 0.488, 0.633, 0.645, 0.663, 0.677, 0.69, 0.702, 0.89],
        points: [0, 0.25, 0.25, 0.65, 0.65, 0.95, 0.95, 1.12, 1.12, 1.17, 1.17],
      },
      asked: { at: [0.055, 0.802, 0.838, 0.871, 0.912, 0.98], points: [0, 0, 0.08, 0.08, 0.57, 1.03] },
      coverage: { at: [0.158, 0.598, 0.632, 1], points: [0, 0, 0.02, 0.02] },
      substance: { at: [0.091, 0.18, 0.2, 1], points: [0, 0, 0.02, 0.02] },
      nearness: { at: [0.223, 0.328, 0.77, 0.805], points: [0, 0.04, 0.04, 0.38] },
      answerCoverage: { at: [0, 0.333, 0.365, 0.531, 0.595, 1], points: [0, 0, 0.05, 0.05, 0.24, 0.24] },
      bestCoverage: { at: [0, 0.109, 0.129, 1], points: [0, 0, 0.26, 0.26] },
      vectorGap: {
        at: [0.037, 0.094, 0.104, 0.112, 0.162, 0.175, 0.286, 0.316, 0.554],
        points: [0, 0, 0.25, 0.58, 0.58, 0.82, 0.82, 0.92, 0.92],
      },
      documentGap: {
        at: [-0.146, 0.049, 0.065, 0.081, 0.196, 0.214, 0.238, 0.265, 1],
        points: [0, 0, 0.24, 0.26, 0.26, 0.56, 0.56, 0.78, 0.78],
      },
      rank: { at: [0.836, 0.923, 0.948, 0.967, 1], points: [0, 0, 0.11, 0.16, 0.16] },
      talk: { at: [0, 0.228, 0.316, 0.388, 0.6], points: [0, 0, 0.29, 0.31, 0.31] },
      talkLead: {
        at: [-0.3, -0.125, -0.042, -0.009, 0, 0.379, 0.467, 0.794],
        points: [0, 0, 0.05, 0.05, 1.1, 1.1, 1.19, 1.19],
      },
      otherKind: { at: [0, 1], points: [0, -0.53] },
    },
  },
};

/** Without vectors: the same questions with the passages ranked by their words. */
export const gradeByWords: GradeModel = {
  topic: {
    bias: -2.825,
    curves: {
      coverage: {
        at: [0.082, 0.264, 0.286, 0.306, 0.333, 0.359, 0.387, 0.425, 0.46, 0.497, 0.541, 1],
        points: [0, 0, 0.09, 0.09, 0.32, 0.97, 1.21, 1.21, 1.57, 1.96, 2.06, 2.06],
      },
      substance: {
        at: [
          0.051, 0.155, 0.169, 0.184, 0.2, 0.218, 0.234, 0.315, 0.346, 0.412, 0.46, 0.51, 0.581, 0.647, 0.767, 0.936,
        ],
        points: [0, 0, 0.12, 0.45, 0.45, 0.5, 0.57, 0.57, 0.61, 0.61, 0.78, 1.21, 1.21, 2.25, 2.34, 2.34],
      },
      bestCoverage: { at: [0, 0.701, 0.849, 1], points: [0, 0, 0.92, 0.92] },
      heading: {
        at: [0, 0.143, 0.182, 0.2, 0.222, 0.286, 0.333, 0.4, 0.5, 0.667, 1],
        points: [0, 0.03, 0.45, 0.45, 0.68, 1.54, 2.19, 2.7, 2.7, 2.98, 2.98],
      },
      documentGap: { at: [-0.428, -0.265, 1], points: [0, 0.04, 0.04] },
      talk: { at: [0, 0.087, 0.6], points: [0, 4.46, 4.46] },
      talkLead: { at: [-0.434, 0.098, 0.176, 0.294, 0.773], points: [0, 0, 0.71, 1.2, 1.2] },
    },
  },
  topicLine: 1.18,
  right: {
    bias: -2.785,
    curves: {
      coverage: { at: [0.158, 0.315, 0.351, 0.512, 0.539, 1], points: [0, 0, 0.13, 0.13, 0.17, 0.17] },
      substance: { at: [0.091, 0.18, 0.2, 0.224, 1], points: [0, 0, 0.26, 0.27, 0.27] },
      bestCoverage: { at: [0.061, 0.922, 1], points: [0, 0, 0.14] },
      heading: {
        at: [0, 0.167, 0.25, 0.286, 0.5, 0.571, 0.615, 0.667, 0.8, 1],
        points: [0, 0.16, 0.16, 0.53, 0.53, 0.61, 0.88, 0.88, 1.23, 1.23],
      },
      documentGap: {
        at: [-0.377, 0.071, 0.102, 0.33, 0.369, 0.406, 0.468, 1],
        points: [0, 0, 0.49, 0.49, 0.7, 0.7, 1.1, 1.1],
      },
      rank: { at: [0.584, 0.802, 0.866, 1], points: [0, 0, 0.68, 0.68] },
      talk: { at: [0, 0.189, 0.295, 0.6], points: [0, 0, 0.27, 0.27] },
      talkLead: { at: [-0.503, -0.064, -0.018, 0, 0.158, 0.251, 0.794], points: [0, 0, 0.1, 1.03, 1.03, 1.14, 1.14] },
      otherKind: { at: [0, 1], points: [0, -1.33] },
    },
  },
};
