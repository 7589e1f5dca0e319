/** Which column of a table of questions and answers is which, by index. */
export interface Columns {
  question: number;
  answer: number;
  title?: number;
  url?: number;
  hasHeader: boolean;
}

type Role = "question" | "answer" | "title" | "url";

/** Names of columns in exports and in hand-made tables, in order of how sure they make. */
const names: Record<Role, string[]> = {
  question: [
    ...["question", "questions", "q", "faq", "query", "utterance", "frage", "pregunta", "pergunta", "domanda", "vraag"],
    ...["вопрос", "question title", "質問", "問題", "问题", "질문", "prompt", "user question", "customer question"],
  ],
  answer: [
    ...["answer", "answers", "a", "response", "reply", "solution", "antwort", "réponse", "reponse", "respuesta"],
    ...["resposta", "risposta", "antwoord", "ответ", "回答", "答案", "답변", "agent answer", "content", "body", "text"],
  ],
  title: ["title", "subject", "heading", "topic", "titel", "titre", "título", "titulo", "제목", "标题", "件名"],
  url: ["url", "link", "source url", "source", "page", "address", "href", "permalink"],
};

/** Rows that are looked at when no header names the columns. */
const sampleRows = 200;
const questionMark = /[?？؟]\s*$/;

/** The columns of a table of questions and answers, or undefined when it is a table of something else. */
export function findColumns(rows: string[][]): Columns | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const byName = (role: Role) => indexOfName(first, names[role]);
  const question = byName("question") ?? byName("title");
  const answer = byName("answer");
  if (question !== undefined && answer !== undefined && rows.length > 1) {
    return { question, answer, title: byName("title"), url: byName("url"), hasHeader: true };
  }
  return guessColumns(rows);
}

function indexOfName(header: string[], known: string[]): number | undefined {
  const cells = header.map((cell) =>
    cell
      .toLowerCase()
      .replace(/[_\s:*-]+/g, " ")
      .trim(),
  );
  for (const name of known) {
    const index = cells.indexOf(name);
    if (index >= 0) return index;
  }
  return undefined;
}

/** Without names: two columns, of which one is mostly questions. */
function guessColumns(rows: string[][]): Columns | undefined {
  const sample = rows.slice(0, sampleRows);
  const width = Math.max(...sample.map((row) => row.length));
  if (width !== 2) return undefined;
  const asked = [0, 1].map((column) => sample.filter((row) => questionMark.test(row[column] ?? "")).length);
  const [left = 0, right = 0] = asked;
  const needed = sample.length / 2;
  if (left >= needed && left > right) return { question: 0, answer: 1, hasHeader: false };
  if (right >= needed && right > left) return { question: 1, answer: 0, hasHeader: false };
  return undefined;
}
