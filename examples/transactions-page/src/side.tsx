/** One side of a transaction: its parties, and the agent, broker and brokerage that represent them. */
import type { TransactionSideFragment } from 'realty-forms-graphql-client';
import { joined } from './lib/format.ts';
import { Person } from './person.tsx';

export function Side({ title, side }: { readonly title: string; readonly side: TransactionSideFragment }) {
  const { landlordName, parties, agent, broker, brokerage } = side;
  const isBlank = parties.length === 0 && !landlordName && !agent && !broker && !brokerage;
  return (
    <section className="card">
      <h2>{title}</h2>
      {isBlank && <p className="quiet">No one added yet.</p>}
      <ul className="people">
        {parties.map(({ slot, name, email, cellPhone, homePhone, workPhone }) => (
          <Person key={slot} name={name} email={email} phone={cellPhone ?? homePhone ?? workPhone} />
        ))}
        {landlordName && <Person part="Landlord" name={landlordName} />}
        {agent && <Person part="Agent" name={agent.name} email={agent.email} phone={agent.cellPhone} />}
        {broker && <Person part="Broker" name={broker.name} email={broker.email} />}
        {brokerage && (
          <Person part="Brokerage" name={joined(', ', brokerage.name, brokerage.address)} phone={brokerage.phone} />
        )}
      </ul>
    </section>
  );
}
