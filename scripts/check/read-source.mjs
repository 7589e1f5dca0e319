import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

const checkedFolders = ["protocol", "db", "server", "scripts", "lab", "ui", "widget", "admin", "bin"];
const sourceFile = /\.(ts|tsx|mjs)$/;

/** Parses every source file below the root that the checks read. */
export function readSources(root) {
  return listSources(root).map(({ path }) => readSource(path, readFileSync(join(root, path), "utf8")));
}

/** Lists the same files without reading them. */
export function listSources(root) {
  return checkedFolders
    .flatMap((folder) => listFiles(join(root, folder)))
    .map((file) => relative(root, file).split(sep).join("/"))
    .map((path) => ({ path, isTest: isTestFile(path) }));
}

function isTestFile(path) {
  return /\.test\.[a-z]+$/.test(path) || /(^|\/)test\//.test(path);
}

/** The facts about one file that the checks need. `path` is relative to the root, with slashes. */
export function readSource(path, text) {
  const parsed = parseSync(path, text);
  const lineOf = (offset) => text.slice(0, offset).split("\n").length;
  return {
    path,
    isTest: isTestFile(path),
    lines: text.trimEnd().split("\n").length,
    codeLines: countCodeLines(text, parsed.comments),
    imports: readImports(parsed.module, text).map(({ start, ...rest }) => ({ ...rest, line: lineOf(start) })),
    comments: parsed.comments.map((comment) => ({
      text: comment.value.trim(),
      line: lineOf(comment.start),
      endLine: lineOf(comment.end),
    })),
    ...readSyntax(parsed.program, lineOf),
  };
}

/** Lines that hold more than a comment. */
function countCodeLines(text, comments) {
  let code = "";
  let at = 0;
  for (const { start, end } of comments) {
    code += text.slice(at, start);
    at = end;
  }
  return (code + text.slice(at)).split("\n").filter((line) => line.trim() !== "").length;
}

function listFiles(folder) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
  return entries.flatMap((entry) => {
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : listFiles(join(folder, entry.name));
    return sourceFile.test(entry.name) ? [join(folder, entry.name)] : [];
  });
}

function readImports(module, text) {
  const statements = module.staticImports.map((statement) => ({
    specifier: statement.moduleRequest.value,
    start: statement.start,
    typeOnly: statement.entries.length > 0 && statement.entries.every((entry) => entry.isType),
    lazy: false,
    isBare: statement.entries.length === 0,
  }));
  const reexports = module.staticExports.flatMap((statement) =>
    statement.entries
      .filter((entry) => entry.moduleRequest)
      .map((entry) => ({
        specifier: entry.moduleRequest.value,
        start: statement.start,
        typeOnly: entry.isType,
        lazy: false,
      })),
  );
  const lazy = module.dynamicImports.flatMap(({ start, moduleRequest }) => {
    const literal = /^["'`]([^"'`$]+)["'`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
    return literal ? [{ specifier: literal[1], start, typeOnly: false, lazy: true }] : [];
  });
  return [...statements, ...reexports, ...lazy];
}

function readSyntax(program, lineOf) {
  const functions = [];
  const environmentLines = [];
  const urlLines = [];
  const names = new Map();
  const declared = [];
  const declare = ({ id }) => {
    if (id?.type === "Identifier") declared.push({ name: id.name, line: lineOf(id.start) });
  };
  const nameFunction = (node, name) => {
    if (/Function/.test(node?.type)) names.set(node, name ?? "method");
  };
  const addFunction = (node) => {
    const isDeclared = names.has(node) || node.type === "FunctionDeclaration";
    if (node.type === "FunctionDeclaration") declare(node);
    functions.push({ node, isDeclared, name: names.get(node) ?? node.id?.name ?? "function" });
  };
  const visitor = new Visitor({
    VariableDeclarator(node) {
      declare(node);
      nameFunction(node.init, node.id.name);
    },
    ClassDeclaration: declare,
    TSInterfaceDeclaration: declare,
    TSTypeAliasDeclaration: declare,
    Property: (node) => nameFunction(node.value, node.key.name),
    MethodDefinition: (node) => nameFunction(node.value, node.key.name),
    PropertyDefinition: (node) => nameFunction(node.value, node.key.name),
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    MemberExpression(node) {
      if (node.object.name === "process" && node.property.name === "env") environmentLines.push(lineOf(node.start));
      if (node.object.name === "URL" && node.property.name === "canParse") urlLines.push(lineOf(node.start));
    },
    NewExpression(node) {
      if (node.callee.name === "URL" && !isWrittenOut(node.arguments)) urlLines.push(lineOf(node.start));
    },
  });
  visitor.visit(program);
  return {
    functions: functions.map((entry) => measureFunction(entry, functions, lineOf)),
    environmentLines,
    urlLines,
    declared,
  };
}

/** `new URL` of a text that stands in the code, or of a file beside it. */
function isWrittenOut([text, base]) {
  return text?.type === "Literal" || base?.object?.type === "MetaProperty";
}

/**
 * The length of one function: a nested declared function counts as one line, because it has its own length. So a factory that returns an
 * object of functions is measured like a class.
 */
function measureFunction({ node, name }, all, lineOf) {
  const inside = all.filter((other) => other.isDeclared && other.node !== node && contains(node, other.node));
  const outermost = inside.filter(
    (other) => !inside.some((around) => around !== other && contains(around.node, other.node)),
  );
  const linesOf = (measured) => lineOf(measured.end) - lineOf(measured.start) + 1;
  const lines = outermost.reduce((rest, other) => rest - linesOf(other.node) + 1, linesOf(node));
  // Express knows an error handler by its fourth parameter, `next`.
  const parameters = node.params.filter((parameter) => !["this", "next", "_next"].includes(parameter.name)).length;
  return { name, line: lineOf(node.start), lines, parameters };
}

function contains(outer, inner) {
  return outer.start <= inner.start && inner.end <= outer.end;
}
