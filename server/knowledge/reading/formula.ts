/** The parts of the DOM that this file uses. */
export interface FormulaNode {
  nodeType: number;
  nodeName: string;
  textContent: string | null;
  childNodes: Iterable<FormulaNode>;
  getAttribute?(name: string): string | null;
}

/** Deepest nesting of a formula; deeper parts are read as running text. */
const maxDepth = 60;

/** A formula of MathML or Word as one line: `(a+b)/(2)`, `x^2`, `√(y)`. */
export function formulaText(node: FormulaNode, depth = 0): string {
  if (node.nodeType === 3) return (node.textContent ?? "").replace(/\s+/g, " ");
  if (node.nodeType !== 1) return "";
  if (depth > maxDepth) return node.textContent ?? "";
  const name = nameOf(node);
  if (name === "annotation" || name === "annotation-xml" || /Pr$/.test(name)) return "";
  const parts = [...node.childNodes].filter((child) => child.nodeType === 1 && !/Pr$/.test(nameOf(child)));
  const text = (index: number) => (parts[index] ? formulaText(parts[index], depth + 1).trim() : "");
  const all = () => [...node.childNodes].map((child) => formulaText(child, depth + 1)).join("");
  switch (name) {
    case "f":
    case "mfrac":
      return `${grouped(text(0))}/${grouped(text(1))}`;
    case "sSup":
    case "msup":
      return `${text(0)}^${grouped(text(1))}`;
    case "sSub":
    case "msub":
      return `${text(0)}_${grouped(text(1))}`;
    case "sSubSup":
    case "msubsup":
      return `${text(0)}_${grouped(text(1))}^${grouped(text(2))}`;
    case "rad":
    case "msqrt":
      return `√(${all().trim()})`;
    case "nary":
      return `${signOf(node) ?? "∫"}_${grouped(text(0))}^${grouped(text(1))} ${text(2)}`;
    case "d":
    case "mfenced":
      return `(${all().trim()})`;
    case "mo":
    case "mtext":
      return ` ${all().trim()} `;
    default:
      return all();
  }
}

function grouped(text: string): string {
  return /^[\p{L}\p{N}.]*$/u.test(text) ? text : `(${text})`;
}

function nameOf(node: FormulaNode): string {
  const name = node.nodeName;
  return name.startsWith("m:") ? name.slice(2) : name.toLowerCase();
}

/** The sign of a sum or product in Word. */
function signOf(node: FormulaNode): string | null {
  const settings = [...node.childNodes].find((child) => nameOf(child) === "naryPr");
  const sign = settings && [...settings.childNodes].find((child) => nameOf(child) === "chr");
  return sign?.getAttribute?.("m:val") ?? null;
}
