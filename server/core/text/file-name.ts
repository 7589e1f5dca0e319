/** A file name that is safe to show, from whoever sent the file: the last part of a path, without invisible characters. Names nothing on any disk. */
export function safeFileName(given: string, maxNameChars: number): string {
  const last = given.normalize("NFC").toWellFormed().split(/[/\\]/).pop() ?? "";
  const visible = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, "").trim();
  const name = visible.replace(/^\.+/, "");
  if (name.length <= maxNameChars) return name === "" ? "file" : name;
  // The ending tells what the file is.
  const ending = /\.[\w-]{1,12}$/.exec(name)?.[0] ?? "";
  return `${name.slice(0, maxNameChars - ending.length).toWellFormed()}${ending}`;
}
