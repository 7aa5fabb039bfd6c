/** A word as shells and systemd read it. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `"${word.replace(/["\\$`]/g, '\\$&')}"`;
}

/** A word of a command that cmd.exe gets after /c, as cmd.exe and the program that it starts read it. */
export function quoteForCmd(word: string): string {
  // Programs read backslashes as such, but for those before quotes (CommandLineToArgvW).
  const quoted = `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`;
  // Quotes would not keep cmd.exe from replacing what stands between two signs of percent.
  return quoted.replace(/[()%!^"<>&|]/g, '^$&');
}

/** A text between the tags of XML. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
