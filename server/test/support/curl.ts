import { readFile } from "node:fs/promises";

/** The request that curl would send for these arguments, after shell substitution. @throws for an unknown option. */
export async function requestOf(
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<{ address: string; init: RequestInit }> {
  const headers = new Headers();
  const form = new FormData();
  const init: RequestInit = { headers };
  let address = "";
  const left = [...words];
  const next = () => withVariables(left.shift() ?? "", variables);
  while (left.length > 0) {
    const word = left.shift() ?? "";
    if (word === "-N") continue;
    if (word === "-X") init.method = next();
    else if (word === "-d") init.body = next();
    else if (word === "-H") {
      const [name = "", value = ""] = next().split(/: (.*)/s);
      headers.append(name, value);
    } else if (word === "-F") await addPart(form, next());
    else if (word.startsWith("http")) address = word;
    else throw new Error(`curl is told ${word}`);
  }
  return { address, init: [...form.keys()].length > 0 ? { ...init, body: form } : init };
}

async function addPart(form: FormData, part: string): Promise<void> {
  const [name = "", value = ""] = part.split(/=(.*)/s);
  if (!value.startsWith("@")) form.append(name, value);
  else form.append(name, new File([new Uint8Array(await readFile(value.slice(1)))], value.slice(1)));
}

function withVariables(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$([A-Z_]+)|YOUR-TENANT-ID/g, (whole, name: string | undefined) => {
    const value = variables[name ?? whole];
    if (value === undefined) throw new Error(`nobody knows ${whole}`);
    return value;
  });
}
