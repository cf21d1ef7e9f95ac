/** Adds a service provider. The payload contains the updated transaction, which is all that the cache needs. */
import { useMutation } from '@apollo/client/react';
import { type FormEvent, useRef, useState } from 'react';
import {
  AddServiceProvidersDocument,
  createIdempotencyKeys,
  ServiceProviderKind,
  type UserErrorLike,
  userErrorAt,
} from 'realty-forms-graphql-client';
import { toFailure } from 'realty-forms-graphql-client/apollo';
import { SelectField, TextField, useFocusOnError } from './fields.tsx';
import { textOf } from './lib/form.ts';
import { useStay } from './lib/use-stay.ts';
import { Rejections } from './rejections.tsx';

const fields = ['kind', 'represents', 'company', 'agentName', 'companyAddress', 'email', 'contact'];
const keys = createIdempotencyKeys('addServiceProviders');
const noErrors: readonly UserErrorLike[] = [];
const path = (field: string) => `providers.0.${field}`;

export function AddProvider({ transactionId }: { readonly transactionId: string }) {
  const box = useRef<HTMLDetailsElement>(null);
  const [kind, setKind] = useState<ServiceProviderKind>('ESCROW');
  const [add, { data, loading, error }] = useMutation(AddServiceProvidersDocument, { errorPolicy: 'all' });
  useStay(loading);
  const payload = data?.addServiceProviders;
  const errors = payload?.userErrors ?? noErrors;
  const form = useFocusOnError(errors);
  const about = (field: string) => userErrorAt(errors, path(field));
  // The record has no column for an appraiser's name.
  const hasAgent = kind !== 'PROPERTY_APPRAISAL';

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
    const { data } = await add({ variables: { input: { ...input, idempotencyKey: keys.keyFor(input) } } });
    const outcome = data?.addServiceProviders?.outcome;
    if (outcome) keys.settle(input, outcome);
    if (outcome !== 'COMMITTED') return;
    element.reset();
    setKind('ESCROW');
    if (box.current) box.current.open = false;
  }

  return (
    <>
      <p className="done" role="status">
        {payload?.outcome === 'COMMITTED' && !loading ? 'The provider was added.' : ''}
      </p>
      <details className="adder" ref={box}>
        <summary>Add a provider</summary>
        <Rejections
          failure={error && toFailure(error)}
          errors={errors}
          fields={fields.map(path)}
          onRetry={() => form.current?.requestSubmit()}
        />
        <form className="form" ref={form} onSubmit={(event) => void submit(event)}>
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
