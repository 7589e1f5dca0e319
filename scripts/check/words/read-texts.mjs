import { parseSync, Visitor } from "oxc-parser";

/** Placeholder for values in template literals and for code in Markdown. */
const filled = "{}";
const codeAttribute = /^(?:class|id|href|src|d|name|type|role|path)$/;

/** The texts of a source file that somebody may read: `{line, text}`. Keys, imports, types, tagged templates and single words of code are left out. */
export function readSourceTexts(path, source) {
  const { program } = parseSync(path, source);
  const lineOf = makeLineOf(source);
  const skipped = new Set();
  const styles = [];
  const texts = [];
  const skip = (...nodes) => nodes.forEach((node) => void (node && skipped.add(node)));
  const isStyle = ({ start }) => styles.some((range) => range.start <= start && start < range.end);
  const add = (node, text) => {
    if (!skipped.has(node) && isForPeople(text) && !isStyle(node))
      texts.push({ line: lineOf(node.start), text: stripCode(text) });
  };
  const skipKey = ({ key }) => skip(key);
  new Visitor({
    ImportDeclaration: (node) => skip(node.source),
    ExportNamedDeclaration: (node) => skip(node.source),
    ExportAllDeclaration: (node) => skip(node.source),
    ImportExpression: (node) => skip(node.source),
    TSLiteralType: (node) => skip(node.literal),
    TaggedTemplateExpression: (node) => skip(node.quasi),
    Property: skipKey,
    PropertyDefinition: skipKey,
    BinaryExpression: (node) => /^[=!]==$/.test(node.operator) && skip(node.left, node.right),
    SwitchCase: (node) => skip(node.test),
    MemberExpression: (node) => skip(node.computed ? node.property : undefined),
    JSXAttribute: (node) => codeAttribute.test(node.name.name) && styles.push(node),
    JSXElement: (node) => add(node, joinChildren(node)),
    JSXFragment: (node) => add(node, joinChildren(node)),
    Literal: (node) => typeof node.value === "string" && add(node, node.value),
    TemplateLiteral: (node) => add(node, node.quasis.map(({ value }) => value.cooked ?? value.raw).join(filled)),
  }).visit(program);
  return texts;
}

/** The paragraphs of a Markdown page without its code, addresses and comments: `{line, text}`. */
export function readMarkdownTexts(source) {
  const blank = (text) => text.replace(/[^\n]/g, "");
  const prose = source
    .replace(/^(```|~~~)[^\n]*\n[\s\S]*?^\1[^\n]*$/gm, blank)
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/\]\([^)\n]*\)/g, "]");
  const texts = [];
  let line = 0;
  let paragraph;
  for (const part of prose.split("\n")) {
    line += 1;
    const start = /^\s*(?:[-*+]|\d+\.|#+|>|\|)?\s*/.exec(part)[0];
    const text = part.slice(start.length);
    if (text === "" || start.trim() !== "") paragraph = undefined;
    for (const cell of start.trim() === "|" ? text.split(/(?<!\\)\|/) : [text]) {
      if (cell.trim() === "" || /^[\s:-]+$/.test(cell)) continue;
      if (paragraph && !start.includes("|")) {
        paragraph.text += ` ${cell}`;
        continue;
      }
      paragraph = { line, text: cell };
      texts.push(paragraph);
    }
  }
  return texts.map((entry) => ({ ...entry, text: stripCode(entry.text) }));
}

/** The words between tags, with a placeholder for each value. A sentence often contains a link or a number. */
function joinChildren({ children }) {
  return children.some(({ type, value }) => type === "JSXText" && /\p{L}/u.test(value))
    ? children.map(({ type, value }) => (type === "JSXText" ? value : filled)).join("")
    : "";
}

/** A text of people has a space in it or begins with a capital letter; SQL, patterns and addresses are for programs. */
function isForPeople(text) {
  const trimmed = text.trim();
  return (
    /\p{L}{2}/u.test(trimmed) &&
    !/^(?:GET|POST|PATCH|DELETE) \/\S*$/.test(trimmed) &&
    (/\s/.test(trimmed) || /^\p{Lu}[\p{Ll}-]/u.test(trimmed)) &&
    !/^(?:select|insert|update|delete|with|create|alter|drop|grant|set|from|where|and|or|order by|left join|join)\s[^A-Z]*$/.test(
      trimmed,
    )
  );
}

function stripCode(text) {
  return text
    .replace(/(`+)[^`]+\1/g, filled)
    .replace(/\{\w*\}/g, filled)
    .replace(/\bhttps?:\/\/\S+/g, filled)
    .replace(/\s+/g, " ")
    .trim();
}

function makeLineOf(source) {
  const starts = [0];
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}
