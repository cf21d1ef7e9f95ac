/** A search while the reader types, over all agents for whom the reader may act, narrowed by statuses. */
import { useRef } from 'react';
import { PropertyStatus } from 'realty-forms-graphql-client';
import { type Search, useSearch } from 'realty-forms-graphql-client/react';
import { FoundCount } from './found-count.tsx';
import { agentName } from './lib/agent-name.ts';
import type { Choices } from './lib/choices.ts';
import { writeChoices } from './lib/choices.ts';
import { countOf, joined, number, words } from './lib/format.ts';
import { newsOf } from './lib/news.ts';
import { linkTo, type Route, replaceRoute } from './lib/route.ts';
import { useChecks } from './lib/use-checks.ts';
import { type Beside, useFirst } from './lib/use-first.ts';
import type { Live } from './lib/use-live.ts';
import { useSelectedRow } from './lib/use-selected-row.ts';
import { useUntilComplete } from './lib/use-until-complete.ts';
import { Lists } from './lists.tsx';
import { MoreRows } from './more-rows.tsx';
import { Skeleton } from './skeleton.tsx';
import { TransactionRow } from './transaction-row.tsx';
import { Unloaded } from './unloaded.tsx';

interface Props extends Beside {
  readonly choices: Choices;
  readonly onChoose: (choices: Choices) => void;
  readonly route: Route;
  /** The reader acts for an agent of its own. */
  readonly hasOwn: boolean;
  /** Undefined for all agents. */
  readonly agentNrdsIds: readonly string[] | undefined;
  /** The reader acts for several agents, so each row names its agent. */
  readonly isShared: boolean;
  readonly live: Live;
}

export function SearchList({ choices, onChoose, route, hasOwn, agentNrdsIds, isShared, live, ...beside }: Props) {
  const pane = useRef<HTMLElement>(null);
  const { text, statuses } = choices;
  const filter = statuses.length > 0 ? { statuses } : undefined;
  const found = useSearch({ text, filter, agentNrdsIds, withAgent: isShared });
  // Counts over all statuses, whichever are chosen.
  const counts = useSearch({ text, agentNrdsIds, first: 0 });
  useUntilComplete(found);
  useUntilComplete(counts);
  useChecks(live, [found.check, counts.check]);
  const selected = route.view === 'transaction' ? route.id : null;
  const { isTooShort, isComplete } = found;
  const failure = found.failure ?? counts.failure;
  // The previous result is not an answer to a text whose search has failed. The rows appear together with the chips, which would otherwise
  // move them.
  const isUnanswered = isFormer(found) || (counts.facets === null && counts.failure === null);
  const { transactions, totalCount, asOf } = isUnanswered ? nothing : found;
  const facets = isUnanswered || isFormer(counts) ? null : counts.facets;
  const isSettled = totalCount !== null && !found.isPrevious && !found.isLoading;
  useFirst(beside, writeChoices(choices), isSettled ? (transactions[0]?.id ?? null) : undefined);
  useSelectedRow(pane, {
    selected,
    ids: transactions.map(({ id }) => id),
    canLoad: !isUnanswered && found.hasMore && !found.isLoading && !found.isLoadingMore,
    loadMore: found.loadMore,
  });
  const marked = transactions.filter(({ id }) => live.changed.has(id));

  const load = () => Promise.all([found.reload(), counts.reload()]);

  async function reload(): Promise<void> {
    await load();
    pane.current?.scrollTo(0, 0);
    pane.current?.focus();
  }

  const type = (typed: string) => replaceRoute({ ...route, search: writeChoices({ ...choices, text: typed }) });

  return (
    <section className="list-pane" aria-label="Search" ref={pane} tabIndex={-1}>
      <Lists choices={choices} hasOwn={hasOwn} />
      <search className="searching">
        <label>
          Find by address, name or MLS number
          <input
            className="wide"
            type="search"
            value={text}
            onChange={({ target }) => type(target.value)}
            maxLength={200}
          />
        </label>
        <StatusChips
          counts={new Map(facets?.statuses.map(({ value, count }) => [value, count]))}
          chosen={statuses}
          onChoose={(chosen) => onChoose({ ...choices, statuses: chosen })}
        />
      </search>
      <FoundCount
        text={
          isTooShort
            ? 'Type at least two characters, with a letter or digit'
            : totalCount !== null && countOf(totalCount)
        }
        news={marked.map(newsOf)}
        found={{ totalCount, asOf, isComplete }}
        isOutdated={found.isOutdated || counts.isOutdated}
        live={live}
        onReload={reload}
      />
      {failure && <Unloaded failure={failure} onRetry={load} />}
      {(found.isLoading || counts.isLoading) && totalCount === null && <Skeleton shape="rows" />}
      {totalCount === 0 && !found.isPrevious && <p className="quiet centered">{noneOf(choices)}</p>}
      {transactions.length > 0 && (
        <ul className="rows" aria-busy={found.isPrevious || found.isLoading}>
          {transactions.map((row) => (
            <TransactionRow
              key={row.id}
              row={row}
              link={linkTo({ view: 'transaction', id: row.id, search: route.search })}
              isSelected={row.id === beside.opened}
              news={live.changed.has(row.id) ? newsOf(row) : undefined}
              detail={isShared ? joined(' · ', agentName(row.account), words(row.type)) : null}
            />
          ))}
        </ul>
      )}
      {found.hasMore && transactions.length > 0 && (
        <MoreRows key={transactions.length} onMore={() => found.loadMore().then(() => ({}))} />
      )}
    </section>
  );
}

const nothing = { transactions: [], totalCount: null, asOf: null };

const isFormer = ({ failure, isPrevious }: Search<unknown>) => failure !== null && isPrevious;

function noneOf({ text, statuses }: Choices): string {
  if (text.trim() === '') return statuses.length > 0 ? 'No transaction has this status.' : 'No transactions yet.';
  return `Nothing matches. Try fewer words${statuses.length > 0 ? ', or another status' : ''}.`;
}

interface ChipsProps {
  readonly counts: ReadonlyMap<string, number>;
  readonly chosen: readonly PropertyStatus[];
  readonly onChoose: (chosen: readonly PropertyStatus[]) => void;
}

/** The statuses that were found, and those that are chosen. */
function StatusChips({ counts, chosen, onChoose }: ChipsProps) {
  const offered = Object.values(PropertyStatus).filter((status) => counts.has(status) || chosen.includes(status));
  const toggle = (status: PropertyStatus) => {
    const others = chosen.filter((other) => other !== status);
    onChoose(others.length < chosen.length ? others : [...others, status]);
  };
  if (offered.length === 0) return null;
  return (
    <fieldset className="chips">
      <legend>Status</legend>
      {offered.map((status) => (
        <label key={status}>
          <input type="checkbox" checked={chosen.includes(status)} onChange={() => toggle(status)} />
          <span>{joined(' ', words(status), counts.size > 0 ? `(${number(counts.get(status) ?? 0)})` : null)}</span>
        </label>
      ))}
    </fieldset>
  );
}
