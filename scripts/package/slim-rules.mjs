/**
 * Files of a package that do not go into an image, with the reason. The code of a package stays whole, in both module systems, unless an
 * entry of `ofPackages` leaves some of it out. A wrong entry stops the product, so each says how it was found. Licences always stay.
 */
const licences = /(?:^|\/)(?:licen[cs]e|notice|copying|copyright|third[-_]?party)[^/]*$/i;

const everywhere = [
  /\.map$/, // for debuggers
  /\.(?:ts|mts|cts|tsx)$/, // types and sources; Node.js runs no TypeScript below node_modules
  /\.js\.flow$/,
  /\.(?:md|markdown)$/i,
  /^(?:test|tests|__tests__|__snapshots__|examples?|benchmarks?|coverage|\.github)\//,
];

/** @type {Record<string, { leaves: RegExp, why: string }>} */
export const ofPackages = {
  "onnxruntime-node": {
    // pattern-example: /^bin\/napi-v\d+\/(?!linux\/x64\/)/
    leaves: new RegExp(`^bin/napi-v\\d+/(?!${process.platform}/${process.arch}/)`),
    why: "libraries of other platforms",
  },
  "tesseract.js-core": {
    leaves: /\.wasm\.js$|-lstm\.(?:js|wasm)$/,
    why: "the first are for browsers; on Node.js tesseract.js asks for the whole recogniser, whatever its options are (a test checks it)",
  },
  "@tesseract.js-data/eng": { leaves: /^4\.0\.0\//, why: "pictures are read with 4.0.0_best_int" },
  "pdfjs-dist": {
    leaves: /^(?:build|web|image_decoders|types|legacy\/(?:web|image_decoders))\/|\.min\.mjs$|\.sandbox\.mjs$|^webpack/,
    why: "pages are read by legacy/build/pdf.mjs and its worker; the rest is for browsers, or runs a document's scripts",
  },
  "gpt-tokenizer": {
    leaves:
      /^(?:cjs|data|src)\/|^esm\/(?:bpeRanks\/(?!o200k_base|cl100k_base)|encoding\/(?!o200k_base|cl100k_base)|model\/)/,
    why: "tokens are counted with two tables, loaded as modules",
  },
  "js-tiktoken": { leaves: /^dist\/(?:ranks\/|index\.)/, why: "LangChain imports js-tiktoken/lite alone" },
  zlibjs: { leaves: /^bin\//, why: "the part of tesseract.js that runs in browsers unpacks with it" },
  luxon: { leaves: /^build\/(?:amd|global|es6|cjs-browser)\/|^src\//, why: "Node.js is given build/node" },
};

/**
 * True when a file of a package goes into the image.
 * @param name of the package
 * @param file its path inside the package, with slashes
 */
export function isKept(name, file) {
  if (licences.test(file) && !/\.[cm]?[jt]sx?$/.test(file)) return true;
  return !everywhere.some((pattern) => pattern.test(file)) && !ofPackages[name]?.leaves.test(file);
}
