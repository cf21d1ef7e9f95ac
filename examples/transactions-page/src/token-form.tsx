/** The form for the token, with the command that creates one. */
import type { FormEvent } from 'react';
import { textOf } from './lib/form.ts';

interface Props {
  readonly isRefused: boolean;
  readonly onEnter: (token: string) => void;
}

export function TokenForm({ isRefused, onEnter }: Props) {
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    onEnter(textOf(new FormData(event.currentTarget), 'token'));
  }

  return (
    <main className="card token-card">
      <h1>Transactions</h1>
      {isRefused && (
        <p className="alert" role="alert">
          The gateway refused the token (401): it is invalid, has expired, or was issued for another gateway.
        </p>
      )}
      <form className="form" onSubmit={submit}>
        <div className="field">
          <label htmlFor="token">Access token</label>
          <input id="token" name="token" type="password" autoComplete="off" required aria-describedby="token-hint" />
        </div>
        <div className="hint" id="token-hint">
          <p>The gateway prints one when it starts. To make another, run this in its folder:</p>
          <pre>npm run -s token -- --role agent --nrds 999000001</pre>
          <p>
            To skip this form, set <code>VITE_TOKEN</code> in <code>examples/transactions-page/.env.local</code>.
          </p>
        </div>
        <button className="button primary" type="submit">
          Open
        </button>
      </form>
    </main>
  );
}
