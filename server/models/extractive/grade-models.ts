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
      vector: {
        at: [0.177, 0.437, 0.461, 0.485, 0.517, 0.548, 0.793],
        points: [0, 0, 0.313, 0.793, 0.793, 0.919, 0.919],
      },
      sentence: {
        at: [0.13, 0.431, 0.45, 0.479, 0.504, 0.547, 0.58, 0.614, 0.648, 0.88],
        points: [0, 0, 0.316, 0.493, 0.743, 0.95, 1.536, 2.506, 3.099, 3.099],
      },
      asked: { at: [0.044, 0.423, 0.454, 0.953], points: [0, 0, 0.038, 0.038] },
      coverage: {
        at: [0.082, 0.205, 0.227, 0.306, 0.333, 0.359, 0.387, 0.425, 0.46, 0.497, 0.541, 0.591, 1],
        points: [0, 0, 0.353, 0.353, 0.443, 0.809, 0.809, 1.12, 1.268, 1.505, 1.715, 2.323, 2.323],
      },
      substance: { at: [0.051, 0.581, 0.647, 0.936], points: [0, 0, 0.253, 0.253] },
      nearness: { at: [0.144, 0.339, 0.356, 0.784], points: [0, 0, 0.107, 0.107] },
      score: { at: [0.109, 0.232, 0.247, 0.353, 0.387, 0.417, 1], points: [0, 0, 0.087, 0.087, 0.542, 1.071, 1.071] },
      bestCoverage: { at: [0, 0.735, 0.895, 1], points: [0, 0, 0.41, 0.41] },
      heading: {
        at: [0, 0.125, 0.167, 0.2, 0.222, 0.286, 0.333, 0.4, 1],
        points: [0, 0, 0.193, 0.193, 0.409, 0.716, 1.497, 1.616, 1.616],
      },
      vectorGap: { at: [0.036, 0.308, 0.369, 0.541], points: [0, 0, 0.246, 0.381] },
      documentGap: { at: [-0.143, 0.294, 0.356, 1], points: [0, 0, 0.359, 0.359] },
      talk: { at: [0, 0.12, 0.6], points: [0, 4.906, 4.906] },
    },
  },
  topicLine: 1.64,
  right: {
    bias: -4.634,
    curves: {
      sentence: {
        at: [0.232, 0.346, 0.616, 0.631, 0.644, 0.662, 0.677, 0.69, 0.703, 0.891],
        points: [0, 0.194, 0.194, 0.395, 0.827, 0.827, 0.925, 0.925, 0.971, 0.971],
      },
      asked: { at: [0.064, 0.802, 0.838, 0.871, 0.912, 0.979], points: [0, 0, 0.195, 0.195, 0.855, 1.223] },
      coverage: { at: [0.158, 0.315, 0.351, 0.598, 0.632, 1], points: [0, 0, 0.059, 0.059, 0.282, 0.282] },
      substance: { at: [0.091, 0.18, 0.2, 1], points: [0, 0, 0.338, 0.338] },
      nearness: { at: [0.243, 0.384, 0.43, 0.465, 0.77, 0.805], points: [0, 0, 0.134, 0.463, 0.463, 0.508] },
      score: { at: [0.2, 0.303, 0.362, 1], points: [0, 0.596, 1.098, 1.098] },
      answerCoverage: {
        at: [0.033, 0.077, 0.332, 0.37, 0.466, 0.531, 1],
        points: [0, 0.143, 0.143, 0.379, 0.379, 0.43, 0.43],
      },
      bestCoverage: { at: [0.024, 0.11, 0.131, 1], points: [0, 0, 0.301, 0.301] },
      heading: { at: [0, 0.667, 0.75, 1], points: [0, 0, 0.062, 0.062] },
      vectorGap: {
        at: [0.037, 0.066, 0.075, 0.104, 0.112, 0.162, 0.175, 0.286, 0.316, 0.349, 0.397, 0.554],
        points: [0, 0, 0.062, 0.062, 0.62, 0.62, 0.809, 0.809, 1.034, 1.034, 1.193, 1.193],
      },
      documentGap: {
        at: [-0.146, 0.048, 0.065, 0.08, 0.195, 0.214, 0.237, 0.264, 1],
        points: [0, 0, 0.064, 0.341, 0.341, 0.707, 0.707, 1.08, 1.08],
      },
      rank: { at: [0.836, 0.946, 0.965, 1], points: [0, 0, 0.557, 0.557] },
      talk: { at: [0, 0.475, 0.6], points: [0, 0, 0.115] },
      otherKind: { at: [0, 1], points: [0, -0.417] },
    },
  },
};

/** Without vectors: the same questions with the passages ranked by their words. */
export const gradeByWords: GradeModel = {
  topic: {
    bias: -3.034,
    curves: {
      coverage: {
        at: [0.082, 0.205, 0.227, 0.264, 0.286, 0.306, 0.333, 0.359, 0.387, 0.425, 0.46, 0.497, 0.541, 0.591, 1],
        points: [0, 0, 0.213, 0.213, 0.31, 0.31, 0.44, 1.079, 1.317, 1.501, 1.709, 2.117, 2.222, 2.29, 2.29],
      },
      substance: {
        at: [
          0.051, 0.11, 0.124, 0.14, 0.155, 0.169, 0.184, 0.218, 0.234, 0.315, 0.346, 0.377, 0.412, 0.46, 0.51, 0.581,
          0.647, 0.767, 0.936,
        ],
        points: [
          0, 0, 0.033, 0.033, 0.064, 0.163, 0.422, 0.422, 0.503, 0.503, 0.609, 0.609, 0.696, 1.012, 1.344, 1.344, 1.884,
          2.517, 2.517,
        ],
      },
      bestCoverage: { at: [0, 0.709, 0.849, 1], points: [0, 0, 0.814, 0.814] },
      heading: {
        at: [0, 0.143, 0.182, 0.2, 0.222, 0.286, 0.333, 0.429, 1],
        points: [0, 0, 0.436, 0.617, 0.878, 1.895, 2.211, 2.87, 2.87],
      },
      documentGap: { at: [-0.435, -0.284, 1], points: [0, 0.102, 0.102] },
      documentShare: { at: [0.125, 0.25, 0.375, 0.5, 0.875], points: [0, 0, 0.025, 0.344, 0.344] },
      talk: { at: [0, 0.12, 0.242, 0.6], points: [0, 4.555, 4.888, 4.888] },
    },
  },
  topicLine: 1.58,
  right: {
    bias: -4.635,
    curves: {
      coverage: {
        at: [0.158, 0.231, 0.272, 0.315, 0.374, 0.403, 0.462, 0.488, 0.512, 0.539, 0.598, 0.632, 0.673, 0.711, 1],
        points: [0, 0, 0.563, 0.691, 0.691, 1.093, 1.093, 1.318, 1.318, 1.808, 1.808, 1.968, 1.968, 2.047, 2.047],
      },
      substance: { at: [0.091, 0.306, 0.326, 1], points: [0, 0, 0.248, 0.248] },
      score: { at: [0.099, 0.254, 0.284, 0.318, 1], points: [0, 0, 0.351, 0.445, 0.445] },
      answerCoverage: {
        at: [0.077, 0.272, 0.333, 0.46, 0.525, 0.586, 1],
        points: [0, 0, 0.167, 0.167, 0.223, 0.282, 0.282],
      },
      bestCoverage: { at: [0.061, 0.923, 1], points: [0, 0, 0.043] },
      heading: {
        at: [0, 0.222, 0.25, 0.286, 0.333, 0.364, 0.5, 0.571, 0.667, 0.8, 1],
        points: [0, 0, 0.219, 0.4, 0.773, 0.821, 0.821, 1.036, 1.036, 1.506, 1.506],
      },
      documentGap: {
        at: [-0.413, 0.119, 0.143, 0.366, 0.404, 0.467, 0.532, 0.585, 1],
        points: [0, 0, 0.325, 0.325, 0.793, 0.793, 0.892, 0.923, 0.923],
      },
      documentShare: { at: [0.125, 0.25, 0.375, 1], points: [0, 0, 0.265, 0.265] },
      rank: { at: [0.557, 0.778, 0.85, 0.989, 1], points: [0, 0, 0.754, 0.754, 0.881] },
      talk: { at: [0, 0.053, 0.126, 0.327, 0.356, 0.6], points: [0, 0, 0.098, 0.098, 0.491, 0.491] },
      otherKind: { at: [0, 1], points: [0, -1.252] },
    },
  },
};
