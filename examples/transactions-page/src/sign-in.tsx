/** How the reader signs in: during development as one of the gateway's demo callers, otherwise with a token. */
import { type FormEvent, useEffect, useState } from 'react';
import { TextField } from './fields.tsx';
import { textOf } from './lib/form.ts';
import { signIn } from './lib/session.ts';

interface Caller {
  readonly role: 'agent' | 'coordinator' | 'service';
  readonly name: string | null;
  readonly token: string;
}

export function SignIn() {
  const [callers, setCallers] = useState<readonly Caller[] | null>(null);
  useEffect(() => void findCallers().then(setCallers), []);
  if (callers === null) return null;
  return (
    <>
      {callers.map((caller) => (
        <p key={caller.role}>
          <button
            className={caller.role === 'agent' ? 'button primary' : 'button'}
            type="button"
            onClick={() => signIn(caller.token)}
          >
            Continue as {describe(caller)}
          </button>
        </p>
      ))}
      <details open={callers.length === 0}>
        <summary>Use a token</summary>
        <TokenForm />
      </details>
    </>
  );
}

/** Only a gateway with made-up data has some, and only for a page that runs on the same machine. */
async function findCallers(): Promise<readonly Caller[]> {
  try {
    const response = await fetch('/development/callers', { method: 'POST' });
    return ((await response.json()) as { callers?: readonly Caller[] }).callers ?? [];
  } catch {
    return [];
  }
}

function describe({ role, name }: Caller): string {
  if (role === 'agent') return name ?? 'an agent';
  return role === 'service' ? 'a service' : `a coordinator of ${name}`;
}

function TokenForm() {
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    signIn(textOf(new FormData(event.currentTarget), 'token'));
  }

  return (
    <form className="form" onSubmit={submit}>
      <TextField
        label="Access token"
        name="token"
        type="password"
        autoComplete="off"
        required
        pattern="\s*[\w\-]+\.[\w\-]+\.[\w\-]+\s*"
        title="This is not a token"
      />
      <div className="hint">
        <p>To make one for another agent, run this in the folder of the gateway:</p>
        <pre>npm run -s token -- --role agent --nrds 999000002</pre>
      </div>
      <button className="button primary" type="submit">
        Open
      </button>
    </form>
  );
}
