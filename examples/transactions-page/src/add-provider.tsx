/** Adds a service provider. The payload contains the updated transaction, which is all that the cache needs. */
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { AddServiceProvidersDocument, createIdempotencyKeys, ServiceProviderKind } from 'realty-forms-graphql-client';
import { toFailure } from 'realty-forms-graphql-client/apollo';
import { type Accepted, EntryForm } from './entry-form.tsx';
import { SelectField, TextField } from './fields.tsx';
import { focus, textOf } from './lib/form.ts';

const fields = ['kind', 'represents', 'company', 'agentName', 'companyAddress', 'email', 'contact'];
const keys = createIdempotencyKeys('addServiceProviders');

export function AddProvider({ transactionId }: { readonly transactionId: string }) {
  const [state, setState] = useState<'untouched' | 'open' | 'canceled' | 'added'>('untouched');
  if (state === 'open')
    return (
      <ProviderForm
        transactionId={transactionId}
        onAdded={() => setState('added')}
        onCancel={() => setState('canceled')}
      />
    );
  return (
    <>
      <p className="done" role="status">
        {state === 'added' ? 'The provider was added.' : ''}
      </p>
      <button
        className="button"
        type="button"
        ref={state === 'untouched' ? null : focus}
        onClick={() => setState('open')}
      >
        Add a provider
      </button>
    </>
  );
}

interface FormProps {
  readonly transactionId: string;
  readonly onAdded: () => void;
  readonly onCancel: () => void;
}

function ProviderForm({ transactionId, onAdded, onCancel }: FormProps) {
  const [kind, setKind] = useState<ServiceProviderKind>('ESCROW');
  const [add, { data, loading, error }] = useMutation(AddServiceProvidersDocument, { errorPolicy: 'all' });
  // The record has no column for an appraiser's name.
  const hasAgent = kind !== 'PROPERTY_APPRAISAL';

  async function send(form: FormData): Promise<Accepted> {
    const number = textOf(form, 'contact');
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
    return outcome === 'COMMITTED' && onAdded;
  }

  return (
    <EntryForm
      label="Add a provider"
      errors={data?.addServiceProviders?.userErrors}
      failure={error && toFailure(error)}
      fields={fields}
      at="providers.0."
      action="Add provider"
      acting="Adding…"
      isSending={loading}
      onSend={send}
      onCancel={onCancel}
    >
      <div className="pair">
        <SelectField
          ref={focus}
          label="Kind"
          name="kind"
          options={Object.values(ServiceProviderKind)}
          value={kind}
          onChange={({ target }) => setKind(target.value as ServiceProviderKind)}
          hint="Replaces the current one of this kind"
        />
        <TextField label="Represents" name="represents" hint="Such as the buyer; optional" />
        <TextField label="Company" name="company" required />
        <TextField label="Person" name="agentName" required={hasAgent} disabled={!hasAgent} />
      </div>
      <TextField label="Address" name="companyAddress" required />
      <TextField label="E-mail" name="email" type="email" required />
      <div className="pair">
        <SelectField label="Contact" name="by" options={['phone', 'fax']} />
        <TextField label="Number" name="contact" type="tel" required />
      </div>
    </EntryForm>
  );
}
