/**
 * Creates a transaction, and opens it. A rejection by the service is shown next to the field it is about. After an error, the
 * same form is sent under the same idempotency key, so that it is executed only once however often it is sent.
 */
import { useMutation } from '@apollo/client/react';
import type { FormEvent } from 'react';
import { SelectField, TextField } from './fields.tsx';
import { graphql } from './gql/gql.ts';
import { PropertyStatus, PropertyType, TransactionType } from './gql/graphql.ts';
import { errorOf, errorsBeside, textOf } from './lib/form.ts';
import { useIdempotencyKey } from './lib/idempotency-key.ts';
import { goTo, listLink, transactionLink } from './lib/route.ts';
import { Problem } from './problem.tsx';

const CreateTransaction = graphql(`
  mutation CreateTransaction($input: CreateTransactionInput!) {
    createTransaction(input: $input) {
      outcome
      userErrors {
        field
        message
      }
      transaction {
        id
      }
    }
  }
`);

const fields = ['name', 'streetAddress', 'stateId', 'propertyType', 'type', 'status'];

export function NewTransaction({ agent }: { readonly agent: string }) {
  const { keyOf, renew } = useIdempotencyKey();
  const [create, { data, loading, error }] = useMutation(CreateTransaction, {
    // The new transaction may belong in any list, whatever its filter and order, so each is refetched when it is shown.
    update: (cache) => void cache.evict({ id: 'ROOT_QUERY', fieldName: 'transactions' }),
    onCompleted: ({ createTransaction }) => {
      if (createTransaction && createTransaction.outcome !== 'UNKNOWN') renew();
      if (createTransaction?.transaction) goTo(transactionLink(createTransaction.transaction.id));
    },
  });
  const errors = data?.createTransaction?.userErrors ?? [];
  const about = (field: string) => errorOf(errors, field);

  function submit(event: FormEvent<HTMLFormElement>): void {
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
    void create({ variables: { input: { ...input, idempotencyKey: keyOf(input) } } });
  }

  return (
    <article className="card">
      <title>New transaction</title>
      <h1>New transaction</h1>
      {error && <Problem error={error} />}
      {errorsBeside(errors, fields).map((message) => (
        <p className="alert" role="alert" key={message}>
          {message}
        </p>
      ))}
      <form className="form" onSubmit={submit}>
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
            defaultValue={PropertyType.Residential}
            error={about('propertyType')}
          />
          <SelectField
            label="Type"
            name="type"
            options={Object.values(TransactionType)}
            defaultValue={TransactionType.Listing}
            error={about('type')}
          />
          <SelectField
            label="Status"
            name="status"
            options={Object.values(PropertyStatus)}
            defaultValue={PropertyStatus.New}
            error={about('status')}
          />
        </div>
        <p className="actions">
          <button className="button primary" type="submit" disabled={loading}>
            {loading ? 'Creating…' : 'Create'}
          </button>
          <a className="button" href={listLink}>
            Cancel
          </a>
        </p>
      </form>
    </article>
  );
}
