/** How the reader signs in: during development as one of the gateway's demo callers, otherwise with a token. */
import { type FormEvent, useEffect, useState } from 'react';
import { TextField } from './fields.tsx';
import { textOf } from './lib/form.ts';
import { callerOf, signIn } from './lib/session.ts';

const RETRY_MS = 1_000;

interface Caller {
  readonly role: 'agent' | 'coordinator' | 'service';
  readonly name: string | null;
  readonly token: string;
}

interface Props {
  /** Accepts only this caller, by `callerOf`. */
  readonly only?: string | null;
}

export function SignIn({ only }: Props) {
  const all = useCallers();
  if (all === undefined) return null;
  if (all === null) return <p role="status">The service does not respond. Trying again…</p>;
  const callers = only === undefined ? all : all.filter(({ token }) => callerOf(token) === only);
  return (
    <>
      {callers.length > 1 && <p>With made-up data, you may continue as any of these:</p>}
      {callers.map((caller) => (
        <p key={caller.role}>
          <button
            className={caller === callers[0] ? 'button primary' : 'button'}
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

/** Undefined until the service has been asked; null while it does not respond, perhaps because it is still starting. */
function useCallers(): readonly Caller[] | null | undefined {
  const [callers, setCallers] = useState<readonly Caller[] | null>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWanted = true;
    void findCallers().then((found) => {
      if (!isWanted) return;
      setCallers(found);
      if (found === null) timer = setTimeout(() => setAttempt(attempt + 1), RETRY_MS);
    });
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [attempt]);
  return callers;
}

/** Only a gateway with made-up data has callers, and only for a page on the same machine. Null if nothing responds. */
async function findCallers(): Promise<readonly Caller[] | null> {
  try {
    const response = await fetch('/development/callers', { method: 'POST' });
    if (response.status >= 500) return null;
    return ((await response.json()) as { callers?: readonly Caller[] }).callers ?? [];
  } catch (error) {
    // A response that is not JSON comes from a server that has no callers.
    return error instanceof SyntaxError ? [] : null;
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
        pattern="\s*ey[\w\-]+\.ey[\w\-]+\.[\w\-]+\s*"
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
