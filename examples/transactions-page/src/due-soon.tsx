/** The deadlines of the next two weeks, for all agents for whom the reader may act, day by day. */
import { useRef } from 'react';
import { type DeadlineKind, PropertyStatus, uniqueById } from 'realty-forms-graphql-client';
import { type Deadline, useDeadlines } from 'realty-forms-graphql-client/react';
import { CalendarLink } from './calendar-link.tsx';
import { FoundCount } from './found-count.tsx';
import { agentName } from './lib/agent-name.ts';
import type { Choices } from './lib/choices.ts';
import { joined, number, weekday } from './lib/format.ts';
import { newsOf } from './lib/news.ts';
import { linkTo, type Route } from './lib/route.ts';
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

const DAYS = 14;

const over: readonly PropertyStatus[] = ['EXPIRED', 'REJECTED', 'TERMINATED', 'WITHDRAWN'];
const statuses = Object.values(PropertyStatus).filter((status) => !over.includes(status));

const kinds: Readonly<Record<DeadlineKind, string>> = {
  LISTING_EXPIRATION: 'Listing expires',
  AGREEMENT: 'Purchase agreement',
  EARNEST_MONEY: 'Earnest money due',
  DUE_DILIGENCE: 'Due diligence ends',
  CLOSING: 'Closing',
};

interface Props extends Beside {
  readonly choices: Choices;
  readonly route: Route;
  readonly hasOwn: boolean;
  /** Undefined for all agents. */
  readonly agentNrdsIds: readonly string[] | undefined;
  readonly isShared: boolean;
  readonly live: Live;
}

export function DueSoon({ choices, route, hasOwn, agentNrdsIds, isShared, live, ...beside }: Props) {
  const pane = useRef<HTMLElement>(null);
  const due = useDeadlines({ from: dayIn(0), to: dayIn(DAYS - 1), statuses, agentNrdsIds, withAgent: isShared });
  useUntilComplete(due);
  useChecks(live, [due.check]);
  const { deadlines, totalCount, failure } = due;
  const selected = route.view === 'transaction' ? route.id : null;
  const ids = deadlines.map(({ transaction }) => transaction.id);
  useFirst(beside, '', totalCount !== null && !due.isLoading ? (ids[0] ?? null) : undefined);
  useSelectedRow(pane, {
    selected,
    ids,
    canLoad: due.hasMore && !due.isLoading && !due.isLoadingMore,
    loadMore: due.loadMore,
  });
  const marked = uniqueById(deadlines.map(({ transaction }) => transaction)).filter(({ id }) => live.changed.has(id));

  async function reload(): Promise<void> {
    await due.reload();
    pane.current?.scrollTo(0, 0);
    pane.current?.focus();
  }

  return (
    <section className="list-pane" aria-label="Due soon" ref={pane} tabIndex={-1}>
      <Lists choices={choices} hasOwn={hasOwn} />
      <CalendarLink />
      <FoundCount
        text={totalCount !== null && `${number(totalCount)} due in ${DAYS} days`}
        news={marked.map(newsOf)}
        found={due}
        isOutdated={due.isOutdated}
        live={live}
        onReload={reload}
      />
      {failure && <Unloaded failure={failure} onRetry={due.reload} />}
      {due.isLoading && totalCount === null && <Skeleton shape="rows" />}
      {totalCount === 0 && <p className="quiet centered">Nothing is due in the next {DAYS} days.</p>}
      {byDay(deadlines).map(([date, ofDay]) => (
        <section key={date} aria-labelledby={`due-${date}`}>
          <h2 className="due-day" id={`due-${date}`}>
            {weekday(date)}
          </h2>
          <ul className="rows">
            {ofDay.map(({ kind, agentNrdsId, transaction }) => (
              <TransactionRow
                key={`${kind} ${agentNrdsId} ${transaction.id}`}
                row={transaction}
                link={linkTo({ view: 'transaction', id: transaction.id, search: route.search })}
                isSelected={transaction.id === beside.opened}
                news={live.changed.has(transaction.id) ? newsOf(transaction) : undefined}
                detail={joined(' · ', kinds[kind], isShared ? agentName(transaction.account) : null)}
              />
            ))}
          </ul>
        </section>
      ))}
      {due.hasMore && <MoreRows key={deadlines.length} onMore={() => due.loadMore().then(() => ({}))} />}
    </section>
  );
}

/** Deadlines arrive in the order of their days. */
function byDay(deadlines: readonly Deadline[]): readonly (readonly [string, readonly Deadline[]])[] {
  const days = new Map<string, Deadline[]>();
  for (const deadline of deadlines) days.set(deadline.date, [...(days.get(deadline.date) ?? []), deadline]);
  return [...days];
}

/** Days in the reader's time zone; the Swedish format is the graph's. */
function dayIn(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  return date.toLocaleDateString('sv-SE');
}
