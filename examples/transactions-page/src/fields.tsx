/**
 * The labeled controls of every form. A message about the value appears below it, and is announced with it: the browser's message about a
 * value that cannot be sent, or the gateway's. The first invalid control of a form gets the focus.
 */
import {
  type ComponentProps,
  createContext,
  type InvalidEvent,
  type ReactNode,
  useContext,
  useId,
  useState,
} from 'react';
import { words } from './lib/format.ts';

/** The gateway's error about a field of the form, by the field's name. */
export const ErrorAt = createContext<(name: string) => string | undefined>(() => undefined);

interface Labeled {
  readonly label: string;
  readonly name: string;
  readonly hint?: string;
  readonly error?: string | undefined;
}

type TextProps = Labeled & Omit<ComponentProps<'input'>, keyof Labeled | 'id'>;

export function TextField({ label, name, hint, error, ...input }: TextProps) {
  const { wrong, frame, control } = useField<HTMLInputElement>(name, error);
  return (
    <Frame {...frame} label={label} note={wrong ?? hint}>
      <input {...input} {...control} />
    </Frame>
  );
}

type SelectProps = Labeled &
  Omit<ComponentProps<'select'>, keyof Labeled | 'id'> & {
    /** The enum's values, shown in words. */
    readonly options: readonly string[];
    readonly wordsOf?: (value: string) => string | null | undefined;
    /** The label of the empty choice; without it, there is no such choice. */
    readonly blank?: string;
  };

export function SelectField({ label, name, hint, error, options, wordsOf = words, blank, ...select }: SelectProps) {
  const { wrong, frame, control } = useField<HTMLSelectElement>(name, error);
  return (
    <Frame {...frame} label={label} note={wrong ?? hint}>
      <select {...select} {...control}>
        {blank !== undefined && <option value="">{blank}</option>}
        {options.map((value) => (
          <option key={value} value={value}>
            {wordsOf(value)}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** Shows the browser's error about a value permanently, instead of in a bubble for a few seconds. */
function useField<E extends HTMLInputElement | HTMLSelectElement>(name: string, error: string | undefined) {
  const id = useId();
  const answered = useContext(ErrorAt)(name);
  const [unsendable, setUnsendable] = useState<string>();
  const wrong = unsendable ?? error ?? answered;
  const onInvalid = (event: InvalidEvent<E>) => {
    event.preventDefault();
    const { form, title, validationMessage, validity } = event.currentTarget;
    setUnsendable(validity.patternMismatch ? title : validationMessage);
    if (form?.querySelector(':is(input, select):invalid') === event.currentTarget) event.currentTarget.focus();
  };
  const isError = wrong !== undefined;
  const about = { 'aria-invalid': isError, 'aria-describedby': `${id}-note` } as const;
  const control = { ...about, id, name, onInvalid, onInput: () => setUnsendable(undefined) };
  return { wrong, frame: { id, isError }, control };
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
