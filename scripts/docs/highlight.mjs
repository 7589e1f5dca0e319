import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import css from "highlight.js/lib/languages/css";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import http from "highlight.js/lib/languages/http";
import ini from "highlight.js/lib/languages/ini";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import nginx from "highlight.js/lib/languages/nginx";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { escapeHtml } from "./html.mjs";

const languages = {
  bash,
  css,
  dockerfile,
  http,
  ini,
  javascript,
  json,
  nginx,
  php,
  python,
  ruby,
  sql,
  typescript,
  xml,
  yaml,
};
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** Display names of languages. Other languages are shown as written. */
const shown = {
  sh: "Shell",
  bash: "Shell",
  js: "JavaScript",
  ts: "TypeScript",
  tsx: "TypeScript",
  html: "HTML",
  css: "CSS",
  json: "JSON",
  sql: "SQL",
  yaml: "YAML",
};

/** Code as HTML with a class for each kind of token, and the display name of its language. Code in an unknown language stays plain. */
export function highlight(code, language) {
  if (!language) return { html: escapeHtml(code), name: "" };
  const name = shown[language] ?? language;
  if (!hljs.getLanguage(language)) return { html: escapeHtml(code), name };
  return { html: hljs.highlight(code, { language, ignoreIllegals: true }).value, name };
}
