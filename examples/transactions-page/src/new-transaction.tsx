/**
 * Creates a transaction, and opens it. A rejection by the service is shown next to the field it is about. After an error, the
 * same form is sent under the same idempotency key, so that it is executed only once however often it is sent.
 */
import { type FormEvent, useEffect, useRef } from 'react';
import {
  PropertyStatus,
  PropertyType,
  TransactionType,
  type UserErrorLike,
  userErrorAt,
} from 'realty-forms-graphql-client';
import { useCreateTransaction } from 'realty-forms-graphql-client/react';
import { SelectField, TextField, useFocusOnError } from './fields.tsx';
import { textOf } from './lib/form.ts';
import { goTo, linkTo } from './lib/route.ts';
import { useStay } from './lib/use-stay.ts';
import { Rejections } from './rejections.tsx';

const fields = ['name', 'streetAddress', 'stateId', 'propertyType', 'type', 'status'];

const noErrors: readonly UserErrorLike[] = [];

interface Props {
  readonly agent: string;
  readonly search: string;
}

export function NewTransaction({ agent, search }: Props) {
  const { create, state, payload, failure } = useCreateTransaction();
  useStay(state === 'sending');
  const errors = payload?.userErrors ?? noErrors;
  const form = useFocusOnError(errors);
  const about = (field: string) => userErrorAt(errors, field);
  const heading = useRef<HTMLHeadingElement>(null);
  // A reader who comes by keyboard need not pass the filters and all rows.
  useEffect(() => heading.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const input = {
      agentNrdsId: agent,
      name: textOf(form, 'name'),
      streetAddress: textOf(form, 'streetAddress'),
      stateId: textOf(form, 'stateId').toUpperCase(),
      propertyType: textOf(form, 'propertyType') as PropertyType,
      type: textOf(form, 'type') as TransactionType,
      status: textOf(form, 'status') as PropertyStatus,
    };
    const { outcome, transaction } = (await create(input)) ?? {};
    if (transaction) goTo({ view: 'transaction', id: transaction.id, search });
    else if (outcome === 'COMMITTED') goTo({ view: 'list', search });
  }

  return (
    <article className="card form-card">
      <title>New transaction</title>
      <h1 ref={heading} tabIndex={-1}>
        New transaction
      </h1>
      <Rejections failure={failure} errors={errors} fields={fields} onRetry={() => form.current?.requestSubmit()} />
      <form className="form" ref={form} onSubmit={(event) => void submit(event)}>
        <TextField label="Name" name="name" required error={about('name')} />
        <TextField label="Street address" name="streetAddress" required error={about('streetAddress')} />
        <div className="pair">
          <TextField
            label="State"
            name="stateId"
            required
            pattern="[A-Za-z]{2}"
            maxLength={2}
            title="Two letters"
            hint="Two letters, such as UT"
            error={about('stateId')}
          />
          <SelectField
            label="Property"
            name="propertyType"
            options={Object.values(PropertyType)}
            defaultValue="RESIDENTIAL"
            error={about('propertyType')}
          />
          <SelectField
            label="Type"
            name="type"
            options={Object.values(TransactionType)}
            defaultValue="LISTING"
            error={about('type')}
          />
          <SelectField
            label="Status"
            name="status"
            options={Object.values(PropertyStatus)}
            defaultValue="NEW"
            error={about('status')}
          />
        </div>
        <p className="actions">
          <button className="button primary" type="submit" disabled={state === 'sending'}>
            {state === 'sending' ? 'Creating…' : 'Create'}
          </button>
          <a className="button" href={linkTo({ view: 'list', search })}>
            Cancel
          </a>
        </p>
      </form>
    </article>
  );
}
