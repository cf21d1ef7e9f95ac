/**
 * Uploads a file, shows its progress, and lets the reader cancel it. If the response is lost, the same form is sent under the same
 * idempotency key, so that the file is stored once.
 */
import { useMutation } from '@apollo/client/react';
import { type FormEvent, useRef, useState } from 'react';
import { TextField } from './fields.tsx';
import { graphql } from './gql/gql.ts';
import { errorOf, errorsBeside, textOf } from './lib/form.ts';
import { useIdempotencyKey } from './lib/idempotency-key.ts';
import { isWorthRetrying } from './lib/retries.ts';
import type { UploadContext } from './lib/upload-link.ts';
import { Problem } from './problem.tsx';

const UploadFileMutation = graphql(`
  mutation UploadFile($input: UploadFileInput!) {
    uploadFile(input: $input) {
      outcome
      userErrors {
        field
        message
      }
      file {
        id
      }
    }
  }
`);

const fields = ['file', 'description', 'sender', 'pageCount'];

interface Props {
  readonly transactionId: string;
  readonly onUploaded: () => unknown;
}

export function UploadFile({ transactionId, onUploaded }: Props) {
  const [part, setPart] = useState(0);
  const cancel = useRef<AbortController>(null);
  const { keyOf, renew } = useIdempotencyKey();
  const [upload, { data, loading, error }] = useMutation(UploadFileMutation);
  const payload = data?.uploadFile;
  const errors = payload?.userErrors ?? [];
  const about = (field: string) => errorOf(errors, field);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    const input = {
      transactionId,
      file: form.get('file') as File,
      description: textOf(form, 'description'),
      sender: textOf(form, 'sender'),
      pageCount: Number(textOf(form, 'pageCount')),
    };
    setPart(0);
    cancel.current = new AbortController();
    const context: UploadContext = { onProgress: setPart, signal: cancel.current.signal };
    const { data, error } = await upload({ variables: { input: { ...input, idempotencyKey: keyOf(input) } }, context });
    const outcome = data?.uploadFile?.outcome;
    // Even if it is UNKNOWN: the gateway sends nothing more under the key, so another attempt needs a new one.
    if (outcome || (error && !isWorthRetrying(error))) renew();
    if (outcome !== 'COMMITTED') return;
    element.reset();
    onUploaded();
  }

  function stop(): void {
    // A file that was not sent to its end is not stored, so the next attempt is a new write.
    if (part < 1) renew();
    cancel.current?.abort();
  }

  return (
    <>
      <form className="form upload" onSubmit={(event) => void submit(event)} aria-label="Upload a file">
        <TextField
          label="Add a file"
          name="file"
          type="file"
          accept=".pdf,.xls,.jpg,.doc"
          required
          hint="pdf, xls, jpg or doc"
          error={about('file')}
        />
        <TextField label="Description" name="description" required error={about('description')} />
        <div className="pair">
          <TextField label="Sent by" name="sender" required hint="The sending company" error={about('sender')} />
          <TextField
            label="Pages"
            name="pageCount"
            type="number"
            min={1}
            required
            defaultValue={1}
            error={about('pageCount')}
          />
        </div>
        <div className="actions">
          <button className="button primary" type="submit" disabled={loading}>
            Upload
          </button>
          {loading && <Progress part={part} onCancel={stop} />}
          <span className="done" role="status">
            {payload?.outcome === 'COMMITTED' && !loading ? 'The file was added.' : ''}
          </span>
        </div>
      </form>
      {error && <Problem error={error} />}
      {errorsBeside(errors, fields).map((message) => (
        <p className="alert" role="alert" key={message}>
          {message}
        </p>
      ))}
    </>
  );
}

function Progress({ part, onCancel }: { readonly part: number; readonly onCancel: () => void }) {
  const percent = Math.round(part * 100);
  return (
    <>
      <progress aria-label="Upload" max={100} value={percent} />
      <span className="percent">{percent < 100 ? `${percent}%` : 'Storing…'}</span>
      <button className="button" type="button" onClick={onCancel}>
        Cancel
      </button>
    </>
  );
}
