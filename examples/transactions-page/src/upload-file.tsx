/**
 * Uploads a file, shows its progress, and lets the reader cancel it. If the response is lost, the same form is sent under the same
 * idempotency key, so that the file is stored once.
 */
import { useMutation } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { afterSilence, createIdempotencyKeys, hasCode, UploadFileDocument } from 'realty-forms-graphql-client';
import { toFailure, type UploadContext } from 'realty-forms-graphql-client/apollo';
import { type Accepted, EntryForm } from './entry-form.tsx';
import { TextField } from './fields.tsx';
import { FileField } from './file-field.tsx';
import { SILENCE_MS, silent } from './lib/fetch-in-time.ts';
import { textOf } from './lib/form.ts';
import { size } from './lib/format.ts';

const keys = createIdempotencyKeys('uploadFile');
const fields = ['file', 'description', 'sender', 'pageCount'];

/** Empty again after each file. */
export function UploadFile({ transactionId }: { readonly transactionId: string }) {
  const [state, setState] = useState({ round: 0, isAdded: false });
  const next = (isAdded: boolean) => setState(({ round }) => ({ round: round + 1, isAdded }));
  return (
    <div className="upload">
      <UploadForm
        key={state.round}
        transactionId={transactionId}
        onBegin={() => setState(({ round }) => ({ round, isAdded: false }))}
        onAdded={() => next(true)}
        onCancel={() => next(false)}
      />
      <p className="done" role="status">
        {state.isAdded ? 'The file was added.' : ''}
      </p>
    </div>
  );
}

interface FormProps {
  readonly transactionId: string;
  readonly onBegin: () => void;
  readonly onAdded: () => void;
  readonly onCancel: () => void;
}

function UploadForm({ transactionId, onBegin, onAdded, onCancel }: FormProps) {
  const [file, setFile] = useState<File | null>(null);
  const [part, setPart] = useState(0);
  const stop = useRef<AbortController>(null);
  const [upload, { data, loading, error }] = useMutation(UploadFileDocument, { errorPolicy: 'all' });

  function begin(chosen: File | null): void {
    setFile(chosen);
    onBegin();
  }

  async function send(form: FormData): Promise<Accepted> {
    const input = {
      transactionId,
      file: form.get('file') as File,
      description: textOf(form, 'description'),
      sender: textOf(form, 'sender'),
      pageCount: Number(textOf(form, 'pageCount')),
    };
    setPart(0);
    const controller = new AbortController();
    stop.current = controller;
    const silence = afterSilence(SILENCE_MS, () => controller.abort(silent()));
    const onProgress = (sent: number) => {
      silence.hear();
      setPart(sent);
    };
    const context: UploadContext = { onProgress, fetchOptions: { signal: controller.signal } };
    const { data, error } = await upload({
      variables: { input: { ...input, idempotencyKey: keys.keyFor(input) } },
      context,
    });
    silence.end();
    const outcome = data?.uploadFile?.outcome;
    // Even if the outcome is UNKNOWN: the gateway sends nothing more under the key, so another attempt needs a new one.
    if (outcome || hasCode(toFailure(error), 'IDEMPOTENCY_MISMATCH')) keys.forget(input);
    return outcome === 'COMMITTED' && onAdded;
  }

  return (
    <EntryForm
      label="Upload a file"
      errors={data?.uploadFile?.userErrors}
      failure={error && toFailure(error)}
      fields={fields}
      action="Upload"
      acting="Uploading…"
      isSending={loading}
      onSend={send}
      onCancel={onCancel}
      onStop={() => stop.current?.abort(new DOMException('The upload was canceled.', 'AbortError'))}
      isBegun={file !== null}
      progress={loading && file && <Progress part={part} bytes={file.size} />}
    >
      <FileField label="Add a file" name="file" file={file} onFile={begin} />
      {file && (
        <>
          <TextField label="Description" name="description" required />
          <div className="pair">
            <TextField label="Sent by" name="sender" required hint="The company that sends it" />
            <TextField label="Pages" name="pageCount" type="number" min={1} required defaultValue={1} />
          </div>
        </>
      )}
    </EntryForm>
  );
}

function Progress({ part, bytes }: { readonly part: number; readonly bytes: number }) {
  return (
    <>
      <progress aria-label="Upload" max={100} value={Math.round(part * 100)} />
      <span className="sent">{part < 1 ? `${size(part * bytes)} of ${size(bytes)}` : 'Storing…'}</span>
    </>
  );
}
