/** What the text indexes of SQLite and PostgreSQL have of a row, and how they are asked for words. */
import { hash } from 'node:crypto';
import { IN_HEADING } from '../rows.ts';

/** Every word has to be there; of the last one, its beginning. Of the agents, at least one, if any are given. */
export interface WordSearch {
  readonly agents: readonly string[];
  readonly words: readonly string[];
  /** All of the words in the heading; or not all of them. Otherwise anywhere. */
  readonly place?: 'heading' | 'elsewhere' | undefined;
}

/** The word of an agent, which no text contains. */
export const agentWord = (nrdsId: string): string => `_${hash('sha256', nrdsId, 'hex').slice(0, 16)}`;

const MIN_GROUP = 5;

export function ftsQuery({ agents, words, place }: WordSearch): string {
  const all = (mark = '') => `(${words.map((word) => `"${mark}${word}"`).join(' AND ')} *)`;
  const any = inGroups(agents.map((agent) => `"${agentWord(agent)}"`));
  const found = `${any === '' ? '' : `(${any}) AND `}${all(place === 'heading' ? IN_HEADING : '')}`;
  return place === 'elsewhere' ? `(${found}) NOT ${all(IN_HEADING)}` : found;
}

/** FTS5 looks at each alternative at every step. A group is one of them, if something else than OR keeps it together. */
function inGroups(words: readonly string[]): string {
  const size = Math.ceil(Math.sqrt(words.length));
  if (size < MIN_GROUP) return words.join(' OR ');
  const groups = Array.from({ length: Math.ceil(words.length / size) }, (_, at) =>
    words.slice(at * size, (at + 1) * size),
  );
  return groups.map((group) => `((${group.join(' OR ')}) NOT "_")`).join(' OR ');
}

/** The beginning of a word is a word itself, up to so many letters: PostgreSQL reads all rows of all words with a beginning. */
const MAX_BEGINNING = 7;
const BEGINNING = '^';

export function tsQuery(words: readonly string[], place: WordSearch['place']): string {
  const all = (mark = '') => {
    const last = String(words.at(-1));
    const beginning = [...last].length > MAX_BEGINNING ? `'${mark}${last}':*` : `'${mark}${BEGINNING}${last}'`;
    return `(${[...words.slice(0, -1).map((word) => `'${mark}${word}'`), beginning].join(' & ')})`;
  };
  return place === 'elsewhere' ? `${all()} & !${all(IN_HEADING)}` : all(place === 'heading' ? IN_HEADING : '');
}

export function withBeginnings(words: string): string {
  const all = new Set<string>();
  for (const word of words.split(' ')) {
    all.add(word);
    const mark = word.startsWith(IN_HEADING) ? IN_HEADING : '';
    let beginning = `${mark}${BEGINNING}`;
    for (const letter of [...word.slice(mark.length)].slice(0, MAX_BEGINNING)) {
      beginning += letter;
      all.add(beginning);
    }
  }
  return [...all].join(' ');
}
