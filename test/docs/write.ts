/**
 * `npm run tables`: writes .env.example, and the tables of documents that say what rows of the code are; with `-- --check`, fails if
 * they say something else.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientCodeOf, type FaultCode, faults, requestFaultCodes } from '@realty-forms/platform/fault.ts';
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { choicesOf, traitsOf } from '../../src/config/kinds.ts';
import { root } from '../../src/config/settings/serving.ts';
import { headings, type Key, keys, settings } from '../../src/config/settings.ts';
import { flag, readSwitches } from '../support/switches.ts';

const about = 'npm run tables: writes .env.example, and the tables of documents that say what rows of the code are.';
const { check } = readSwitches(process.argv.slice(2), { check: flag }, about);

const ENV_HEAD = `# Copy to .env and change what you need. Unset or empty keys have their defaults. The environment overrides this file.
# Each secret can be a file instead, named by its key with _FILE at the end: METRICS_TOKEN_FILE=/run/secrets/metrics-token
# A value that contains # is enclosed in quotes; otherwise a comment begins there: METRICS_TOKEN="a#b"
`;

const codes = Object.keys(faults) as FaultCode[];

const documents: Readonly<Record<string, (text: string) => string>> = {
  '.env.example': envExample,
  'docs/settings.md': (text) => withPart(text, 'settings', settingsTables()),
  'docs/errors.md': (text) => withPart(withPart(text, 'codes', codesTable()), 'statuses', statusesTable()),
  'docs/metrics.md': (text) => withPart(text, 'metrics', metricsTable()),
  'docs/logs.md': (text) => withPart(text, 'hidden codes', hiddenCodesTable()),
};

const stale = Object.entries(documents).flatMap(([name, write]) => {
  const path = join(root, name);
  const text = readFileSync(path, 'utf8');
  const written = write(text);
  return text === written ? [] : [{ name, path, written }];
});
if (!check) for (const { path, written } of stale) writeFileSync(path, written);
else if (stale.length > 0) {
  console.error(`${stale.map(({ name }) => name).join(', ')} differ from the rows of the code: npm run codegen`);
  process.exitCode = 1;
}

function withPart(text: string, name: string, part: string): string {
  const begin = `<!-- generated: ${name} -->\n`;
  const from = text.indexOf(begin) + begin.length;
  return `${text.slice(0, from)}\n${part}\n\n${text.slice(text.indexOf('<!-- end -->', from))}`;
}

function tableOf(titles: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function codesTable(): string {
  const rows = codes
    .filter((code) => clientCodeOf(code) === code)
    .map((code) => [`\`${code}\``, faults[code].retryable ? 'yes' : 'no', faults[code].meaning]);
  return tableOf(['code', 'retryable', 'meaning'], rows);
}

/** What clients see under its own name on other paths than the graph's. */
function isRejection(code: FaultCode): boolean {
  const { client, link } = faults[code];
  return link?.code === code || (client === 'BAD_USER_INPUT' && requestFaultCodes.some((each) => each === code));
}

function statusesTable(): string {
  const rows = codes.filter(isRejection).map((code) => [faults[code].status, `\`${code}\``, faults[code].meaning]);
  return tableOf(
    ['status', 'code', 'reason'],
    rows.sort(([a], [b]) => Number(a) - Number(b)),
  );
}

function hiddenCodesTable(): string {
  const hidden = codes.filter((code) => clientCodeOf(code) !== code && !isRejection(code));
  const alike = Map.groupBy(hidden, (code) => `${clientCodeOf(code)} | ${faults[code].meaning}`);
  const rows = [...alike].map(([meaning, names]) => [names.join(', '), meaning]);
  return tableOf(['code', 'what the client sees', 'reason'], rows);
}

function metricsTable(): string {
  const rows = createMetrics().registry.getMetricsAsArray() as unknown as readonly Described[];
  return tableOf(
    ['metric', 'type', 'labels', 'meaning'],
    rows.map(({ name, help, labelNames, ...metric }) => {
      const kind = 'type' in metric ? metric.type : metric.constructor.name.toLowerCase();
      return [`\`${name}\``, kind, labelNames.map((label) => `\`${label}\``).join(', '), linked(help)];
    }),
  );
}

interface Described {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

/** A document that is named becomes a link. */
function linked(text: string): string {
  return text.replace(
    /docs\/(?:([\w-]+)|decisions\/0*(\d+)[\w-]*)\.md/g,
    (path, page, decision) =>
      `[${page === undefined ? `decision ${decision}` : `${page}.md`}](${path.slice('docs/'.length)})`,
  );
}

interface SettingText {
  readonly key: Key;
  /** The heading above it, if it is the first below one. */
  readonly heading: string | undefined;
  /** The default, or null. */
  readonly value: string | null;
  readonly description: string;
}

function settingTexts(): SettingText[] {
  return keys.map((key) => {
    const row = settings.shape[key];
    const value = row.safeParse(undefined).data ?? '';
    const choices = choicesOf(row).map((each) => (/[\s,;&]/.test(each) ? `"${each}"` : each));
    return {
      key,
      heading: headings[key],
      value: value === '' ? null : String(value).replace(`${root}/`, ''),
      description: `${row.description}${choices.length === 0 ? '' : ` (${choices.join(', ')})`}`,
    };
  });
}

function settingsTables(): string {
  const lines = settingTexts().map(({ key, heading, value, description }) => {
    const kind = traitsOf(settings.shape[key]).secret ? '; a secret' : '';
    const text = linked(description).replaceAll('<', '&lt;');
    const row = `| \`${key}\` | ${value === null ? '' : `\`${value}\` `}| ${text}${kind} |`;
    return heading === undefined ? row : `\n## ${heading}\n\n| key | default | description |\n|---|---|---|\n${row}`;
  });
  return lines.join('\n').trim();
}

function envExample(): string {
  const lines = settingTexts().map(({ key, heading, value, description }) => {
    const shown = value ?? traitsOf(settings.shape[key]).example ?? '';
    const quoted = /^ | $|#/.test(shown) ? `"${shown}"` : shown;
    const title = heading === undefined ? '' : `\n# ${heading}\n\n`;
    return `${title}${wrapped(description)}\n#${key}=${quoted}`;
  });
  return `${ENV_HEAD}${lines.join('\n')}\n`;
}

/** A comment, in lines that an editor shows whole. */
function wrapped(text: string): string {
  return text.replace(/(?=\S).{1,118}(?:\s|$)/g, (line) => `# ${line.trim()}\n`).trim();
}
