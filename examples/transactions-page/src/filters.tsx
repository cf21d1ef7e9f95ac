/** The statuses and the order of the list; the other filters are folded away, because the list comes first. */
import { useId, useState } from 'react';
import { PropertyStatus, PropertyType, TransactionTypeFilter } from 'realty-forms-graphql-client';
import { SelectField, TextField } from './fields.tsx';
import { type Choices, countFilters, isReversed, noChoices, orders, writeChoices } from './lib/choices.ts';
import { words } from './lib/format.ts';

interface Props {
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
}

export function Filters({ choices, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const change = (part: Partial<Choices>) => onChange({ ...choices, ...part });
  const cleared = { ...noChoices, agent: choices.agent };
  const count = countFilters(choices);
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
          label="Sort by"
          name="order"
          options={Object.keys(orders)}
          value={choices.order}
          onChange={({ target }) => change({ order: target.value })}
        />
        <button
          className="button"
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? 'More filters' : `More filters (${count})`}
        </button>
      </div>
      <div className="pair" id={id} hidden={!isOpen}>
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
          error={isReversed(choices) ? 'The end is before the start' : undefined}
          value={choices.closingTo}
          onChange={({ target }) => change({ closingTo: target.value })}
        />
        <button
          className="button"
          type="button"
          // A disabled button would lose the focus.
          aria-disabled={writeChoices(choices) === writeChoices(cleared)}
          onClick={() => onChange(cleared)}
        >
          Clear all
        </button>
      </div>
    </search>
  );
}
