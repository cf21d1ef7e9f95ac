/** Asks for a token if there is none or the gateway rejects it, and provides everything below with a client that sends it. */
import { ApolloProvider } from '@apollo/client/react';
import { useMemo, useState } from 'react';
import { createClient } from './lib/client.ts';
import { forgetToken, initialToken, keepToken } from './lib/token.ts';
import { TokenForm } from './token-form.tsx';
import { Workspace } from './workspace.tsx';

export function App() {
  const [token, setToken] = useState(initialToken);
  const [isRefused, setRefused] = useState(false);

  const client = useMemo(() => {
    if (token === null) return null;
    return createClient(token, () => {
      forgetToken();
      setRefused(true);
      setToken(null);
    });
  }, [token]);

  function enter(typed: string): void {
    keepToken(typed);
    setRefused(false);
    setToken(typed);
  }

  function leave(): void {
    forgetToken();
    setToken(null);
  }

  if (client === null) return <TokenForm isRefused={isRefused} onEnter={enter} />;
  return (
    <ApolloProvider client={client}>
      <Workspace onLeave={leave} />
    </ApolloProvider>
  );
}
