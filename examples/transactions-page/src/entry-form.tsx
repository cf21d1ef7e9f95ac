/**
 * What all forms share. If a form is rejected, the errors appear next to the fields that they are about, until these are changed, and the
 * first one gets the focus. Cancel and Escape ask before they discard what was typed.
 */
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { type Failure, type UserErrorLike, userErrorAt, userErrorsBeside } from 'realty-forms-graphql-client';
import { ErrorAt } from './fields.tsx';
import { withSizes } from './lib/format.ts';
import { mayDiscard, useGuard } from './lib/unsaved.ts';
import { Problem } from './problem.tsx';

/** What to do after the form was accepted. */
export type Accepted = (() => void) | false | undefined;

interface Props {
  readonly label?: string;
  /** The payload's errors. */
  readonly errors: readonly UserErrorLike[] | undefined;
  readonly failure: Failure | null | undefined;
  /** The fields that show errors, by their names in the form. */
  readonly fields: readonly string[];
  /** Their path in the input, if they are not at its top, such as `providers.0.`. */
  readonly at?: string;
  /** The button's label, and its label while the form is being sent. */
  readonly action: string;
  readonly acting: string;
  readonly isSending: boolean;
  /** Also called to try again: the same content has the same idempotency key. */
  readonly onSend: (form: FormData) => Promise<Accepted>;
  readonly onCancel: () => void;
  /** Stops sending, if that is possible. */
  readonly onStop?: () => void;
  /** Shown below the errors, above the buttons. */
  readonly question?: ReactNode;
  /** Shown next to the buttons. */
  readonly progress?: ReactNode;
  /** If false, there is nothing to send yet. */
  readonly isBegun?: boolean;
  readonly children: ReactNode;
}

const noErrors: readonly UserErrorLike[] = [];

export function EntryForm({ errors = noErrors, failure, fields, at = '', isSending, isBegun = true, ...props }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const isFilled = useGuard(form);
  const [left, setLeft] = useState({ of: errors, errors });
  if (left.of !== errors) setLeft({ of: errors, errors });
  const errorAt = (name: string) => withSizes(userErrorAt(left.errors, at + name));

  useEffect(() => {
    if (errors.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  function forget({ target }: FormEvent): void {
    const { name } = target as HTMLInputElement;
    setLeft({ of: errors, errors: left.errors.filter((error) => userErrorAt([error], at + name) === undefined) });
  }

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const next = await props.onSend(new FormData(event.currentTarget));
    if (next) leave(next);
  }

  function cancel(): void {
    if (isSending) props.onStop?.();
    else if (mayDiscard(isFilled)) leave(props.onCancel);
  }

  /** Leaves without asking about what is still in the form. */
  function leave(next: () => void): void {
    form.current?.reset();
    next();
  }

  return (
    <form
      className="form"
      aria-label={props.label}
      ref={form}
      onSubmit={(event) => void send(event)}
      onInput={forget}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && cancel()}
    >
      <ErrorAt value={errorAt}>{props.children}</ErrorAt>
      {failure && <Problem failure={failure} onRetry={() => form.current?.requestSubmit()} />}
      {userErrorsBeside(
        errors,
        fields.map((name) => at + name),
      ).map((message) => (
        <p className="alert" role="alert" key={message}>
          {withSizes(message)}
        </p>
      ))}
      {props.question}
      {isBegun && (
        <p className="actions">
          <button className="button primary" type="submit" disabled={isSending}>
            {isSending ? props.acting : props.action}
          </button>
          <button className="button" type="button" disabled={isSending && !props.onStop} onClick={cancel}>
            Cancel
          </button>
          {props.progress}
        </p>
      )}
    </form>
  );
}
