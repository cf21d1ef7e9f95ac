/** Covers the page when the gateway refuses the token. The page stays below, with everything that was typed. */
import { signOut } from './lib/session.ts';
import { SignIn } from './sign-in.tsx';

/** By default, a dialog focuses its first button, which would sign the reader out. */
function open(dialog: HTMLDialogElement | null): void {
  dialog?.showModal();
  dialog?.querySelector('h2')?.focus();
}

export function SessionOver({ caller }: { readonly caller: string | null }) {
  return (
    <dialog
      className="card entry"
      ref={open}
      aria-labelledby="session-over"
      closedby="none"
      // Older browsers close it at the second Escape, whatever the page does.
      onClose={({ currentTarget }) => open(currentTarget)}
    >
      <h2 id="session-over" tabIndex={-1}>
        Your session has ended
      </h2>
      <p>Sign in again to continue where you were. Nothing that you typed is lost.</p>
      <SignIn only={caller} />
      <button className="button plain" type="button" onClick={signOut}>
        Sign out
      </button>
    </dialog>
  );
}
