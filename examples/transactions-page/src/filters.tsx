/** The filters and order of the list. Owns the form; the list owns the query. */

import { SelectField, TextField } from './fields.tsx';
import {
  OrderDirection,
  PropertyStatus,
  PropertyType,
  type TransactionFilter,
  type TransactionOrder,
  TransactionOrderField,
  type TransactionRowFragment,
  TransactionTypeFilter,
} from './gql/graphql.ts';
import { words } from './lib/format.ts';

const { Asc, Desc } = OrderDirection;

const orders: Readonly<Record<string, TransactionOrder>> = {
  newest_first: { field: TransactionOrderField.InsertDate, direction: Desc },
  oldest_first: { field: TransactionOrderField.InsertDate, direction: Asc },
  name: { field: TransactionOrderField.Name, direction: Asc },
  highest_price: { field: TransactionOrderField.ListingPrice, direction: Desc },
  latest_closing: { field: TransactionOrderField.ClosingDate, direction: Desc },
};

export interface Choices {
  readonly statuses: readonly PropertyStatus[];
  readonly propertyType: PropertyType | '';
  readonly type: TransactionTypeFilter | '';
  readonly closingFrom: string;
  readonly closingTo: string;
  readonly order: string;
}

export const noChoices: Choices = {
  statuses: [],
  propertyType: '',
  type: '',
  closingFrom: '',
  closingTo: '',
  order: 'newest_first',
};

/** The choices as arguments of the query. */
export function toArguments(choices: Choices): { filter: TransactionFilter; orderBy: TransactionOrder | null } {
  const { statuses, propertyType, type, closingFrom, closingTo, order } = choices;
  const filter: TransactionFilter = {
    ...(statuses.length > 0 && { statuses: [...statuses] }),
    ...(propertyType && { propertyTypes: [propertyType] }),
    ...(type && { types: [type] }),
    ...((closingFrom || closingTo) && { closingDateRange: { from: closingFrom || null, to: closingTo || null } }),
  };
  return { filter, orderBy: orders[order] ?? null };
}

/** False for a transaction that the filter certainly leaves out; what its types and dates mean, the service decides. */
export function canMatch({ status, propertyType }: TransactionRowFragment, choices: Choices): boolean {
  const { statuses, propertyType: chosen } = choices;
  return (
    (statuses.length === 0 || (status != null && statuses.includes(status))) && (!chosen || propertyType === chosen)
  );
}

interface Props {
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
}

export function Filters({ choices, onChange }: Props) {
  const change = (part: Partial<Choices>) => onChange({ ...choices, ...part });
  const toggle = (status: PropertyStatus) => {
    const others = choices.statuses.filter((other) => other !== status);
    change({ statuses: others.length < choices.statuses.length ? others : [...others, status] });
  };

  return (
    <search className="filters">
      <fieldset className="chips">
        <legend>Status</legend>
        {Object.values(PropertyStatus).map((status) => (
          <label key={status}>
            <input type="checkbox" checked={choices.statuses.includes(status)} onChange={() => toggle(status)} />
            <span>{words(status)}</span>
          </label>
        ))}
      </fieldset>
      <div className="pair">
        <SelectField
          label="Property"
          name="propertyType"
          blank="Any"
          options={Object.values(PropertyType)}
          value={choices.propertyType}
          onChange={({ target }) => change({ propertyType: target.value as Choices['propertyType'] })}
        />
        <SelectField
          label="Type"
          name="type"
          blank="Any"
          options={Object.values(TransactionTypeFilter)}
          value={choices.type}
          onChange={({ target }) => change({ type: target.value as Choices['type'] })}
        />
        <TextField
          label="Closing from"
          name="closingFrom"
          type="date"
          value={choices.closingFrom}
          onChange={({ target }) => change({ closingFrom: target.value })}
        />
        <TextField
          label="Closing to"
          name="closingTo"
          type="date"
          value={choices.closingTo}
          onChange={({ target }) => change({ closingTo: target.value })}
        />
        <SelectField
          label="Order"
          name="order"
          options={Object.keys(orders)}
          value={choices.order}
          onChange={({ target }) => change({ order: target.value })}
        />
        <button className="button" type="button" disabled={choices === noChoices} onClick={() => onChange(noChoices)}>
          Clear
        </button>
      </div>
    </search>
  );
}
