/**
 * Creates a transaction, and opens it. After an error, the same form is sent under the same idempotency key, so that it is executed only
 * once however often it is sent.
 */
import { useEffect, useRef } from 'react';
import { PropertyStatus, PropertyType, TransactionType } from 'realty-forms-graphql-client';
import { useCreateTransaction } from 'realty-forms-graphql-client/react';
import { type Accepted, EntryForm } from './entry-form.tsx';
import { SelectField, TextField } from './fields.tsx';
import { textOf } from './lib/form.ts';
import { replaceRoute } from './lib/route.ts';
import { states } from './lib/states.ts';
import type { Agent } from './lib/use-agents.ts';

const fields = ['agentNrdsId', 'name', 'streetAddress', 'stateId', 'propertyType', 'type', 'status'];

interface Props {
  readonly agents: readonly Agent[];
  /** The one that is offered first; undefined if the reader has to choose. */
  readonly agent: string | undefined;
  readonly search: string;
}

export function NewTransaction({ agents, agent, search }: Props) {
  const { create, state, payload, failure } = useCreateTransaction();
  const heading = useRef<HTMLHeadingElement>(null);
  const leave = () => replaceRoute({ view: 'list', search });
  // A reader who comes by keyboard need not pass the filters and all rows.
  useEffect(() => heading.current?.focus(), []);

  async function send(form: FormData): Promise<Accepted> {
    const input = {
      agentNrdsId: textOf(form, 'agentNrdsId') || agent,
      name: textOf(form, 'name'),
      streetAddress: textOf(form, 'streetAddress'),
      stateId: textOf(form, 'stateId'),
      propertyType: textOf(form, 'propertyType') as PropertyType,
      type: textOf(form, 'type') as TransactionType,
      status: textOf(form, 'status') as PropertyStatus,
    };
    const { outcome, transaction } = (await create(input)) ?? {};
    // In the place of the form, to which Back need not lead.
    if (transaction) return () => replaceRoute({ view: 'transaction', id: transaction.id, search });
    return outcome === 'COMMITTED' && leave;
  }

  return (
    <article className="card form-card">
      <title>New transaction</title>
      <EntryForm
        errors={payload?.userErrors}
        failure={failure}
        fields={fields}
        action="Create"
        acting="Creating…"
        isSending={state === 'sending'}
        onSend={send}
        onCancel={leave}
      >
        <h1 ref={heading} tabIndex={-1}>
          New transaction
        </h1>
        {agents.length > 1 && (
          <SelectField
            label="For the agent"
            name="agentNrdsId"
            required
            blank="Choose an agent"
            defaultValue={agent}
            options={agents.map(({ nrdsId }) => nrdsId)}
            wordsOf={(id) => agents.find(({ nrdsId }) => nrdsId === id)?.name}
          />
        )}
        <TextField label="Name" name="name" required />
        <TextField label="Street address" name="streetAddress" required />
        <div className="pair">
          <SelectField
            label="State"
            name="stateId"
            required
            blank="Choose a state"
            options={[...states.keys()]}
            wordsOf={(code) => states.get(code)}
          />
          <SelectField
            label="Property type"
            name="propertyType"
            options={Object.values(PropertyType)}
            defaultValue="RESIDENTIAL"
          />
          <SelectField
            label="Transaction type"
            name="type"
            options={Object.values(TransactionType)}
            defaultValue="LISTING"
          />
          <SelectField label="Status" name="status" options={Object.values(PropertyStatus)} defaultValue="NEW" />
        </div>
      </EntryForm>
    </article>
  );
}
