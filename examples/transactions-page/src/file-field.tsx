/**
 * Where a file is chosen or dropped. It reports at once what the gateway would reject: the schema names the types, and the gateway states
 * the maximum size.
 */
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { TextField } from './fields.tsx';
import { size } from './lib/format.ts';
import { useCaller } from './lib/use-caller.ts';

const endings = ['.pdf', '.xls', '.jpg', '.jpeg', '.doc'];
const types = 'PDF, XLS, JPG or DOC';

interface Props {
  readonly label: string;
  readonly name: string;
  /** Null until the reader has chosen a file that may be sent. */
  readonly file: File | null;
  /** Has the focus at first, because the field before it had it. */
  readonly isNext: boolean;
  readonly onFile: (file: File | null) => void;
}

export function FileField({ label, name, file, isNext, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const maxBytes = useCaller()?.uploadMaxBytes ?? Number.POSITIVE_INFINITY;
  useEffect(() => {
    if (isNext) input.current?.focus();
  }, [isNext]);
  const limit = maxBytes < Number.POSITIVE_INFINITY ? `, at most ${size(maxBytes)}` : '';

  function check(target: HTMLInputElement): void {
    const chosen = target.files?.[0] ?? null;
    const problem = chosen && problemOf(chosen, maxBytes);
    onFile(problem ? null : chosen);
    if (!problem) return;
    // Said where it says all that it cannot send; then it is empty again.
    target.setCustomValidity(problem);
    target.reportValidity();
    target.setCustomValidity('');
    target.value = '';
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (!input.current || !dropped) return;
    input.current.focus();
    const one = new DataTransfer();
    one.items.add(dropped);
    input.current.files = one.files;
    for (const type of ['input', 'change']) input.current.dispatchEvent(new Event(type, { bubbles: true }));
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field in it does the same by keyboard
    <div
      className={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <TextField
        ref={input}
        label={label}
        name={name}
        type="file"
        accept={endings.join()}
        required
        hint={file ? size(file.size) : `Or drop it here: ${types}${limit}`}
        onChange={({ target }) => check(target)}
      />
    </div>
  );
}

function problemOf({ name, size: bytes }: File, maxBytes: number): string | null {
  if (!endings.some((ending) => name.toLowerCase().endsWith(ending))) return `${name} is not a ${types} file`;
  return bytes > maxBytes ? `${name} has ${size(bytes)}, and at most ${size(maxBytes)} are accepted` : null;
}
