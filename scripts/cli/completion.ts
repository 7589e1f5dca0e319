import type { Command as Commander } from "commander";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** The script that completes `parley` in a shell. It is generated from the commands, so it is never out of date. */
export function completionFor(program: Commander, shell: Shell): string {
  const words = tableOf(program);
  switch (shell) {
    case "bash":
      return bash(words);
    case "zsh":
      return `#compdef parley\nautoload -U +X bashcompinit && bashcompinit\n${bash(words)}`;
    case "fish":
      return fish(program);
    default:
      return shell satisfies never;
  }
}

/** The words that may follow each beginning of a command line. */
function tableOf(program: Commander): [path: string, next: string[]][] {
  const rows: [string, string[]][] = [];
  const walk = (command: Commander, path: string[]) => {
    const options = command.options.filter(({ hidden }) => !hidden).flatMap(({ long }) => (long ? [long] : []));
    rows.push([path.join(" "), [...command.commands.map((child) => child.name()), ...options, "--help"]]);
    for (const child of command.commands) walk(child, [...path, child.name()]);
  };
  walk(program, []);
  return rows;
}

function bash(rows: [string, string[]][]): string {
  const cases = rows.map(([path, next]) => `    "${path}") words="${next.join(" ")}" ;;`);
  return `# parley completion, for bash: eval "$(parley completion bash)"
_parley() {
  local current path="" word words=""
  current="\${COMP_WORDS[COMP_CWORD]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) break ;; esac
    case "\${path:+$path }$word" in
${rows
  .filter(([path]) => path !== "")
  .map(([path]) => `      "${path}") path="${path}" ;;`)
  .join("\n")}
      *) break ;;
    esac
  done
  case "$path" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -F _parley parley
`;
}

function fish(program: Commander): string {
  const lines = ["# parley completion, for fish: parley completion fish | source", "complete -c parley -f"];
  for (const child of program.commands) {
    lines.push(`complete -c parley -n __fish_use_subcommand -a ${child.name()} -d ${quoted(child.description())}`);
    const names = child.commands.map((grand) => grand.name());
    for (const grand of child.commands) {
      const condition = `"__fish_seen_subcommand_from ${child.name()}; and not __fish_seen_subcommand_from ${names.join(" ")}"`;
      lines.push(`complete -c parley -n ${condition} -a ${grand.name()} -d ${quoted(grand.description())}`);
      lines.push(
        ...optionLines(
          grand,
          `"__fish_seen_subcommand_from ${child.name()}; and __fish_seen_subcommand_from ${grand.name()}"`,
        ),
      );
    }
    if (names.length === 0) lines.push(...optionLines(child, `"__fish_seen_subcommand_from ${child.name()}"`));
  }
  return `${lines.join("\n")}\n`;
}

function optionLines(command: Commander, condition: string): string[] {
  return command.options.flatMap(({ long, description }) =>
    long ? [`complete -c parley -n ${condition} -l ${long.slice(2)} -d ${quoted(description)}`] : [],
  );
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
