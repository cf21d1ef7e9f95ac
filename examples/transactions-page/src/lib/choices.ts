/**
 * What the reader has chosen to see: the list, the agent, the filters and the order; as text in the address, and as arguments of the query.
 */
import {
  PropertyStatus,
  PropertyType,
  type TransactionFilter,
  type TransactionOrder,
  TransactionTypeFilter,
} from 'realty-forms-graphql-client';

export const orders: Readonly<Record<string, TransactionOrder>> = {
  newest_first: { field: 'INSERT_DATE', direction: 'DESC' },
  oldest_first: { field: 'INSERT_DATE', direction: 'ASC' },
  name: { field: 'NAME', direction: 'ASC' },
  highest_price: { field: 'LISTING_PRICE', direction: 'DESC' },
  latest_closing: { field: 'CLOSING_DATE', direction: 'DESC' },
};

/** The lists: an agent's own, what a search finds for all agents for whom the reader may act, and their deadlines. */
const lists = ['own', 'search', 'due'] as const;

export interface Choices {
  readonly list: (typeof lists)[number];
  /** The search text as the reader has typed it. */
  readonly text: string;
  /** Empty for the first agent for whom the caller may act. */
  readonly agent: string;
  readonly statuses: readonly PropertyStatus[];
  readonly propertyType: PropertyType | '';
  readonly type: TransactionTypeFilter | '';
  readonly closingFrom: string;
  readonly closingTo: string;
  readonly order: string;
}

export const noChoices: Choices = {
  list: 'own',
  text: '',
  agent: '',
  statuses: [],
  propertyType: '',
  type: '',
  closingFrom: '',
  closingTo: '',
  order: 'newest_first',
};

/** An address may come from anywhere, so values that the form does not offer are dropped. */
export function readChoices(search: string): Choices {
  const given = new URLSearchParams(search);
  const text = (name: string) => given.get(name) ?? '';
  const oneOf = <V extends string>(name: string, values: readonly V[]) => values.find((each) => each === text(name));
  const day = (name: string) => (isDay(text(name)) ? text(name) : '');
  return {
    list: oneOf('list', lists) ?? noChoices.list,
    text: text('text'),
    agent: text('agent'),
    statuses: Object.values(PropertyStatus).filter((status) => given.getAll('status').includes(status)),
    propertyType: oneOf('propertyType', Object.values(PropertyType)) ?? '',
    type: oneOf('type', Object.values(TransactionTypeFilter)) ?? '',
    closingFrom: day('closingFrom'),
    closingTo: day('closingTo'),
    order: oneOf('order', Object.keys(orders)) ?? noChoices.order,
  };
}

/** A day of the calendar, which `2026-02-30` is not. */
function isDay(text: string): boolean {
  return new Date(Date.parse(text) || 0).toISOString().slice(0, 10) === text;
}

/** Writes only what differs from `noChoices`. */
export function writeChoices({ statuses, ...others }: Choices): string {
  const chosen = Object.entries(others).filter(([name, value]) => value !== noChoices[name as keyof Choices]);
  return new URLSearchParams([...statuses.map((status) => ['status', status]), ...chosen]).toString();
}

/** A range that ends before it begins is ignored; the form says so. */
export function isReversed({ closingFrom, closingTo }: Choices): boolean {
  return closingTo !== '' && closingTo < closingFrom;
}

/** How many filters besides the statuses narrow the list. */
export function countFilters({ propertyType, type, closingFrom, closingTo }: Choices): number {
  return [propertyType, type, closingFrom, closingTo].filter(Boolean).length;
}

/** The choices as arguments of the query. */
export function toArguments(choices: Choices): { filter: TransactionFilter; orderBy: TransactionOrder | null } {
  const { statuses, propertyType, type, closingFrom, closingTo, order } = choices;
  const filter: TransactionFilter = {
    ...(statuses.length > 0 && { statuses: [...statuses] }),
    ...(propertyType && { propertyTypes: [propertyType] }),
    ...(type && { types: [type] }),
    ...((closingFrom || closingTo) &&
      !isReversed(choices) && {
        closingDateRange: { from: closingFrom || null, to: closingTo || null },
      }),
  };
  return { filter, orderBy: orders[order] ?? null };
}
