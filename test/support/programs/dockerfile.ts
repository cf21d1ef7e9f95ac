/** Reads as much of a Dockerfile as ours has: stages, and their instructions, each continued by a backslash at a line's end. */

export interface Step {
  readonly name: string;
  /** What follows the name, without flags. */
  readonly text: string;
  /** `--from=build` by its name. */
  readonly flags: ReadonlyMap<string, string>;
  /** The text, at its spaces. */
  readonly words: readonly string[];
}

export interface Stage {
  /** Empty for the last one, which is what is built. */
  readonly name: string;
  /** An image, or the name of a stage. */
  readonly image: string;
  readonly steps: readonly Step[];
}

export function readDockerfile(text: string): readonly Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '');
  const stages: { name: string; image: string; steps: Step[] }[] = [];
  for (const line of lines) {
    const step = readStep(line);
    const [image = '', , name = ''] = step.words;
    if (step.name === 'FROM') stages.push({ name, image, steps: [] });
    else stages.at(-1)?.steps.push(step);
  }
  return stages;
}

function readStep(line: string): Step {
  const [, name = '', given = '', text = ''] = /^(\w+) ((?:--\w+=\S+ )*)(.*)$/.exec(line) ?? [];
  const flags = new Map([...given.matchAll(/--(\w+)=(\S+)/g)].map(([, flag = '', value = '']) => [flag, value]));
  return { name, text, flags, words: text.split(/\s+/) };
}
