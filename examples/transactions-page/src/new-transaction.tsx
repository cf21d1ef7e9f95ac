/**
 * Creates a transaction, and opens it. After an error, the same form is sent with the same idempotency key, so that it is executed only
 * once, however often it is sent. If it is unknown whether the transaction exists, the reader gets a choice of possible matches.
 */
import { useEffect, useRef } from 'react';
import {
  createIdempotencyKeys,
  PropertyStatus,
  PropertyType,
  states,
  TransactionType,
} from 'realty-forms-graphql-client';
import { useCreateTransaction } from 'realty-forms-graphql-client/react';
import { type Accepted, EntryForm } from './entry-form.tsx';
import { SelectField, TextField } from './fields.tsx';
import { textOf } from './lib/form.ts';
import { joined, streetOf, words } from './lib/format.ts';
import { linkTo, replaceRoute } from './lib/route.ts';
import type { Agent } from './lib/use-agents.ts';
import { PossibleMatches } from './possible-matches.tsx';
import { TransactionRow } from './transaction-row.tsx';

const keys = createIdempotencyKeys('createTransaction');
const fields = ['agentNrdsId', 'name', 'streetAddress', 'stateId', 'propertyType', 'type', 'status'];

interface Props {
  readonly agents: readonly Agent[];
  /** The agent that is offered first; undefined if the reader has to choose. */
  readonly agent: string | undefined;
  readonly search: string;
}

export function NewTransaction({ agents, agent, search }: Props) {
  const { create, state, payload, failure } = useCreateTransaction({ keys });
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef<Parameters<typeof create>[0]>(null);
  const isUnknown = payload?.outcome === 'UNKNOWN';
  const leave = () => replaceRoute({ view: 'list', search });
  // Replaces the form in the history, because Back need not lead to it.
  const show = (id: string) => replaceRoute({ view: 'transaction', id, search });
  // A keyboard user should not have to pass the filters and all rows.
  useEffect(() => heading.current?.focus(), []);

  /** The next form is another transaction. */
  const forgetKey = () => last.current && keys.forget(last.current);

  /** The chosen match is the created transaction, so what was typed is stored. */
  function choose(id: string): void {
    forgetKey();
    heading.current?.closest('form')?.reset();
    show(id);
  }

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
    last.current = input;
    const { outcome, transaction } = (await create(input)) ?? {};
    if (transaction) return () => show(transaction.id);
    return outcome === 'COMMITTED' && leave;
  }

  return (
    <article className="card form-card">
      <title>New transaction</title>
      <EntryForm
        errors={isUnknown ? undefined : payload?.userErrors}
        failure={failure}
        fields={fields}
        action={isUnknown ? 'Check again' : 'Create'}
        acting="Creating…"
        question={
          isUnknown && (
            <PossibleMatches of="transaction" count={payload.possibleMatches?.length ?? null} onNone={forgetKey}>
              <ul className="rows">
                {payload.possibleMatches?.map((row) => (
                  <TransactionRow
                    key={row.id}
                    row={row}
                    link={linkTo({ view: 'transaction', id: row.id, search })}
                    isSelected={false}
                    detail={joined(' · ', streetOf(row.property), words(row.type))}
                    onChoose={() => choose(row.id)}
                  />
                ))}
              </ul>
            </PossibleMatches>
          )
        }
        isSending={state === 'sending'}
        onSend={send}
        onCancel={leave}
      >
        <h1 ref={heading} tabIndex={-1}>
          New transaction
        </h1>
        {/* What was sent stays as it is until its outcome is known. */}
        <div className="entries" inert={isUnknown}>
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
        </div>
      </EntryForm>
    </article>
  );
}
