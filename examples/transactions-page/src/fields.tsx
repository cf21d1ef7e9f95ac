/** The labeled controls of every form. A message about the value is shown below it, and announced with it. */
import { type ComponentProps, type ReactNode, useId } from 'react';
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
  return (
    <Frame id={id} label={label} note={error ?? hint} isError={error !== undefined}>
      <input {...input} id={id} name={name} aria-invalid={error !== undefined} aria-describedby={`${id}-note`} />
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
