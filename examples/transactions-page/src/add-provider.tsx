/** Adds a service provider. The payload contains the updated transaction, which is all that the cache needs. */
import { useMutation } from '@apollo/client/react';
import { type FormEvent, useRef, useState } from 'react';
import { SelectField, TextField } from './fields.tsx';
import { graphql } from './gql/gql.ts';
import { ServiceProviderKind } from './gql/graphql.ts';
import { errorOf, errorsBeside, textOf } from './lib/form.ts';
import { useIdempotencyKey } from './lib/idempotency-key.ts';
import { Problem } from './problem.tsx';

const AddServiceProvider = graphql(`
  mutation AddServiceProvider($input: AddServiceProvidersInput!) {
    addServiceProviders(input: $input) {
      outcome
      userErrors {
        field
        message
      }
      transaction {
        id
        serviceProviders {
          ...Provider
        }
      }
    }
  }
`);

const fields = ['kind', 'represents', 'company', 'agentName', 'companyAddress', 'email', 'contact'];
const path = (field: string) => `providers.0.${field}`;

export function AddProvider({ transactionId }: { readonly transactionId: string }) {
  const box = useRef<HTMLDetailsElement>(null);
  const { keyOf, renew } = useIdempotencyKey();
  const [kind, setKind] = useState<ServiceProviderKind>(ServiceProviderKind.Escrow);
  const [add, { data, loading, error }] = useMutation(AddServiceProvider);
  const payload = data?.addServiceProviders;
  const errors = payload?.userErrors ?? [];
  const about = (field: string) => errorOf(errors, path(field));
  // The record has no column for an appraiser's name.
  const hasAgent = kind !== ServiceProviderKind.PropertyAppraisal;

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    const number = textOf(form, 'number');
    const provider = {
      kind,
      represents: textOf(form, 'represents'),
      company: textOf(form, 'company'),
      agentName: hasAgent ? textOf(form, 'agentName') : null,
      companyAddress: textOf(form, 'companyAddress'),
      email: textOf(form, 'email'),
      contact: textOf(form, 'by') === 'fax' ? { fax: number } : { phone: number },
    };
    const input = { transactionId, providers: [provider] };
    const { data } = await add({ variables: { input: { ...input, idempotencyKey: keyOf(input) } } });
    const outcome = data?.addServiceProviders?.outcome;
    if (outcome && outcome !== 'UNKNOWN') renew();
    if (outcome !== 'COMMITTED') return;
    element.reset();
    setKind(ServiceProviderKind.Escrow);
    if (box.current) box.current.open = false;
  }

  return (
    <>
      <p className="done" role="status">
        {payload?.outcome === 'COMMITTED' && !loading ? 'The provider was added.' : ''}
      </p>
      <details className="adder" ref={box}>
        <summary>Add a provider</summary>
        {error && <Problem error={error} />}
        {errorsBeside(errors, fields.map(path)).map((message) => (
          <p className="alert" role="alert" key={message}>
            {message}
          </p>
        ))}
        <form className="form" onSubmit={(event) => void submit(event)}>
          <div className="pair">
            <SelectField
              label="Kind"
              name="kind"
              options={Object.values(ServiceProviderKind)}
              value={kind}
              onChange={({ target }) => setKind(target.value as ServiceProviderKind)}
              hint="Replaces the one of the same kind"
              error={about('kind')}
            />
            <TextField label="Represents" name="represents" hint="May be empty" error={about('represents')} />
            <TextField label="Company" name="company" required error={about('company')} />
            <TextField
              label="Person"
              name="agentName"
              required={hasAgent}
              disabled={!hasAgent}
              error={about('agentName')}
            />
          </div>
          <TextField label="Address" name="companyAddress" required error={about('companyAddress')} />
          <TextField label="E-mail" name="email" type="email" required error={about('email')} />
          <div className="pair">
            <SelectField label="Reached by" name="by" options={['phone', 'fax']} />
            <TextField label="Number" name="number" type="tel" required error={about('contact')} />
          </div>
          <button className="button primary" type="submit" disabled={loading}>
            {loading ? 'Adding…' : 'Add provider'}
          </button>
        </form>
      </details>
    </>
  );
}
