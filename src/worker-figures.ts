/**
 * The figures of several processes as one page in Prometheus's text format. Each process has labelled its own, so that nothing
 * is added up, and the counts of one that died do not vanish from a sum.
 */

/** Each family once, with the lines of all pages under its head. */
export function joinFigures(pages: readonly string[]): string {
  const families = new Map<string, string[]>();
  for (const page of pages) {
    let lines: string[] = [];
    for (const line of page.split('\n')) {
      if (line.startsWith('# HELP ')) lines = familyOf(families, line);
      else if (line !== '' && !(line.startsWith('# TYPE ') && lines.includes(line))) lines.push(line);
    }
  }
  return `${[...families.values()].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function familyOf(families: Map<string, string[]>, help: string): string[] {
  const lines = families.get(help) ?? [help];
  families.set(help, lines);
  return lines;
}
