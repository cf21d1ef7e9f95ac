/**
 * The labeled controls of every form. A message about the value is shown below it, and announced with it: the browser's own, about what
 * cannot be sent, and the gateway's. The first invalid control of a form gets the focus.
 */
import { type ComponentProps, type InvalidEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { words } from './lib/format.ts';

interface Labeled {
  readonly label: string;
  readonly name: string;
  readonly hint?: string;
  readonly error?: string | undefined;
}

type TextProps = Labeled & Omit<ComponentProps<'input'>, keyof Labeled | 'id'>;

export function TextField({ label, name, hint, error, ...input }: TextProps) {
  const id = useId();
  const [unsendable, watch] = useValidity<HTMLInputElement>();
  const wrong = unsendable ?? error;
  return (
    <Frame id={id} label={label} note={wrong ?? hint} isError={wrong !== undefined}>
      <input
        {...input}
        {...watch}
        id={id}
        name={name}
        aria-invalid={wrong !== undefined}
        aria-describedby={`${id}-note`}
      />
    </Frame>
  );
}

type SelectProps = Labeled &
  Omit<ComponentProps<'select'>, keyof Labeled | 'id'> & {
    /** The enum's values, shown in words. */
    readonly options: readonly string[];
    /** The label of the empty choice; without it there is no such choice. */
    readonly blank?: string;
  };

export function SelectField({ label, name, hint, error, options, blank, ...select }: SelectProps) {
  const id = useId();
  return (
    <Frame id={id} label={label} note={error ?? hint} isError={error !== undefined}>
      <select {...select} id={id} name={name} aria-invalid={error !== undefined} aria-describedby={`${id}-note`}>
        {blank !== undefined && <option value="">{blank}</option>}
        {options.map((value) => (
          <option key={value} value={value}>
            {words(value)}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** The form's ref; when the gateway has rejected values, the first of them gets the focus. */
export function useFocusOnError(errors: readonly unknown[]) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (errors.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  return form;
}

/** What the browser has against a value, instead of the bubble in which it says so for some seconds. */
function useValidity<E extends HTMLInputElement>() {
  const [message, setMessage] = useState<string>();
  const onInvalid = (event: InvalidEvent<E>) => {
    event.preventDefault();
    const { form, title, validationMessage, validity } = event.currentTarget;
    setMessage(validity.patternMismatch ? title : validationMessage);
    if (form?.querySelector('input:invalid') === event.currentTarget) event.currentTarget.focus();
  };
  return [message, { onInvalid, onInput: () => setMessage(undefined) }] as const;
}

interface FrameProps {
  readonly id: string;
  readonly label: string;
  readonly note: string | undefined;
  readonly isError: boolean;
  readonly children: ReactNode;
}

function Frame({ id, label, note, isError, children }: FrameProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      <p className={isError ? 'note wrong' : 'note'} id={`${id}-note`}>
        {note}
      </p>
    </div>
  );
}
