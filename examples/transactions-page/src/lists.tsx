/** Links from one list to the others; without a search index, there are none. */
import { type Choices, noChoices, writeChoices } from './lib/choices.ts';
import { linkTo } from './lib/route.ts';
import { useCaller } from './lib/use-caller.ts';

interface Props {
  readonly choices: Choices;
  /** False for a reader who acts for no agent of its own. */
  readonly hasOwn?: boolean;
}

export const listNames: Readonly<Record<Choices['list'], string>> = {
  own: 'Browse',
  search: 'Search',
  due: 'Due soon',
};

/** Each list has its own links, so the focus moves along with the reader. */
let isFollowed = false;

function takeFocus(current: HTMLAnchorElement | null): void {
  if (!isFollowed || !current) return;
  current.focus();
  isFollowed = false;
}

export function Lists({ choices, hasOwn = true }: Props) {
  const caller = useCaller();
  if (caller?.canSearch === false) return null;
  const linkOf = (list: Choices['list']) =>
    linkTo({ view: 'list', search: writeChoices({ ...noChoices, agent: choices.agent, list }) });
  return (
    <nav className="lists" aria-label="Lists">
      {(Object.keys(listNames) as Choices['list'][]).map(
        (list) =>
          (hasOwn || list !== 'own') && (
            <a
              key={list}
              href={linkOf(list)}
              aria-current={list === choices.list ? 'page' : undefined}
              ref={list === choices.list ? takeFocus : undefined}
              onClick={() => {
                isFollowed = list !== choices.list;
              }}
            >
              {listNames[list]}
            </a>
          ),
      )}
    </nav>
  );
}
