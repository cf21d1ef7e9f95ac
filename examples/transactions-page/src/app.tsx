/** Asks the reader to sign in, and provides a client of that caller to everything below. */
import { ApolloProvider } from '@apollo/client/react';
import { useMemo } from 'react';
import { createClient } from './lib/client.ts';
import { callerOf, useSession } from './lib/session.ts';
import { SessionOver } from './session-over.tsx';
import { SignIn } from './sign-in.tsx';
import { Workspace } from './workspace.tsx';

export function App() {
  const { token, isOver } = useSession();
  const caller = callerOf(token);
  const client = useMemo(() => (caller === null ? null : createClient(caller)), [caller]);

  if (client === null)
    return (
      <main className="card entry">
        <h1 className="brand">Transactions</h1>
        <SignIn />
      </main>
    );
  return (
    <ApolloProvider client={client}>
      <Workspace key={caller} />
      {isOver && <SessionOver caller={caller} />}
    </ApolloProvider>
  );
}
