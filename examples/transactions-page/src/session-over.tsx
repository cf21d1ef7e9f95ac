/** Lies over the page when the gateway refuses the token. The page stays below, with everything that was typed. */
import { signOut } from './lib/session.ts';
import { SignIn } from './sign-in.tsx';

const open = (dialog: HTMLDialogElement | null) => dialog?.showModal();

export function SessionOver() {
  return (
    <dialog
      className="card entry"
      ref={open}
      aria-labelledby="session-over"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="session-over">Your session has ended</h2>
      <p>Sign in again to continue where you were. Nothing that you typed is lost.</p>
      <SignIn />
      <button className="button plain" type="button" onClick={signOut}>
        Sign out
      </button>
    </dialog>
  );
}
