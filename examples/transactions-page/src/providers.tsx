/** The service providers of a transaction. */
import type { ServiceProviderFragment } from 'realty-forms-graphql-client';
import { AddProvider } from './add-provider.tsx';
import { joined, words } from './lib/format.ts';
import { Person } from './person.tsx';

interface Props {
  readonly transactionId: string;
  readonly providers: readonly ServiceProviderFragment[];
}

export function Providers({ transactionId, providers }: Props) {
  return (
    <section className="card" aria-labelledby="providers">
      <h2 id="providers">Service providers</h2>
      {providers.length === 0 && <p className="quiet">No service providers yet.</p>}
      <ul className="people columns">
        {providers.map(({ kind, company, agentName, email, phone, fax }) => (
          <Person
            key={kind}
            part={words(kind) ?? kind}
            name={joined(', ', agentName, company)}
            email={email}
            phone={phone ?? fax}
          />
        ))}
      </ul>
      <AddProvider transactionId={transactionId} />
    </section>
  );
}
