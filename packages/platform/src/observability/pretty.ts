/**
 * Lines of the log for people, on a terminal: one line each, with an error's stack below it. Anything that a terminal would interpret as a
 * command, or as a line of its own, is escaped.
 */
import { styleText } from 'node:util';

type Line = Readonly<Record<string, unknown>>;

type Format = 'dim' | 'red' | 'yellow';
type Paint = (format: Format, text: string) => string;

const colors: Readonly<Record<string, Format>> = {
  fatal: 'red',
  error: 'red',
  warn: 'yellow',
  debug: 'dim',
  trace: 'dim',
};

/** `json` is one line of the log. Colors are left out if the terminal, or NO_COLOR, says so. */
export function prettyLine(json: string, stream: NodeJS.WriteStream = process.stdout): string {
  const paint: Paint = (format, text) => styleText(format, text, { stream });
  const { level, time, msg, err, ...fields } = JSON.parse(json) as Line;
  const label = String(level).toUpperCase().padEnd(5);
  const color = colors[String(level)];
  const { message, stack } = (err ?? {}) as Line;
  const { text, rest } = msg === 'request' ? requestOf(fields) : { text: String(msg), rest: fields };
  const details = Object.entries(message === undefined ? rest : { ...rest, err: message });
  const shown = details.map(([name, value]) => `${name}=${shownValue(value)}`).join(' ');
  const head = `${String(time).slice(11, 23)} ${color === undefined ? label : paint(color, label)} ${escaped(text)}`;
  return `${head}${shown === '' ? '' : `  ${paint('dim', shown)}`}\n${framesOf(stack, paint)}`;
}

/** The most important parts of a request come first. */
function requestOf({ method, route, status, ms, ...rest }: Line): { readonly text: string; readonly rest: Line } {
  return { text: `${method} ${route} ${status} in ${ms} ms`, rest };
}

function shownValue(value: unknown): string {
  if (typeof value === 'string') return /^[\w.:/@|+-]+$/.test(value) ? value : escaped(JSON.stringify(value));
  return escaped(JSON.stringify(value));
}

/** Where an error comes from; its message is in the line above. */
function framesOf(stack: unknown, paint: Paint): string {
  if (typeof stack !== 'string') return '';
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return frames.map((frame) => `${paint('dim', `    ${escaped(frame.trim())}`)}\n`).join('');
}

/** Control characters, and those that change the direction of what follows. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`;
  });
}
