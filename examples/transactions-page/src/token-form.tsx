/** The form for the token, with the command that creates one. */
import type { FormEvent } from 'react';
import { TextField } from './fields.tsx';
import { textOf } from './lib/form.ts';

interface Props {
  readonly isRefused: boolean;
  readonly onEnter: (token: string) => void;
}

/** What had the focus is gone with the page that was left, and there is nothing else to do here. */
const focus = (input: HTMLInputElement | null) => input?.focus();

export function TokenForm({ isRefused, onEnter }: Props) {
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    onEnter(textOf(new FormData(event.currentTarget), 'token'));
  }

  return (
    <main className="card entry">
      <h1>Transactions</h1>
      {isRefused && (
        <p className="alert" role="alert">
          The gateway refused the token (401): it is invalid, has expired, or was issued for another gateway.
        </p>
      )}
      <form className="form" onSubmit={submit}>
        <TextField
          ref={focus}
          label="Access token"
          name="token"
          type="password"
          autoComplete="off"
          required
          // What a header can contain.
          pattern="\s*[\x21-\x7e]+\s*"
          title="This is not a token"
        />
        <div className="hint">
          <p>To make one, run this in the folder of the gateway:</p>
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
