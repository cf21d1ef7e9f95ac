/** The service providers of a transaction. */
import { AddProvider } from './add-provider.tsx';
import { graphql } from './gql/gql.ts';
import type { ProviderFragment } from './gql/graphql.ts';
import { joined, words } from './lib/format.ts';
import { Person } from './person.tsx';

graphql(`
  fragment Provider on ServiceProvider {
    kind
    represents
    company
    agentName
    email
    phone
    fax
  }
`);

interface Props {
  readonly transactionId: string;
  readonly providers: readonly ProviderFragment[];
}

export function Providers({ transactionId, providers }: Props) {
  return (
    <section className="card" aria-labelledby="providers">
      <h2 id="providers">Service providers</h2>
      {providers.length === 0 && <p className="quiet">None yet.</p>}
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
