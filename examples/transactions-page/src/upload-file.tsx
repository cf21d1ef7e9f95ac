/**
 * Uploads a file, shows its progress, and lets the reader cancel it. If the response is lost, the same form is sent under the same
 * idempotency key, so that the file is stored once.
 */
import { useMutation } from '@apollo/client/react';
import { type FormEvent, useRef, useState } from 'react';
import {
  afterSilence,
  createIdempotencyKeys,
  hasCode,
  UploadFileDocument,
  type UserErrorLike,
  userErrorAt,
} from 'realty-forms-graphql-client';
import { toFailure, type UploadContext } from 'realty-forms-graphql-client/apollo';
import { TextField, useFocusOnError } from './fields.tsx';
import { SILENCE_MS, silent } from './lib/fetch-in-time.ts';
import { textOf } from './lib/form.ts';
import { inMegabytes, size } from './lib/format.ts';
import { useStay } from './lib/use-stay.ts';
import { Rejections } from './rejections.tsx';

const keys = createIdempotencyKeys('uploadFile');
const noErrors: readonly UserErrorLike[] = [];
const fields = ['file', 'description', 'sender', 'pageCount'];

export function UploadFile({ transactionId }: { readonly transactionId: string }) {
  const [part, setPart] = useState(0);
  const [bytes, setBytes] = useState<number>();
  const cancel = useRef<AbortController>(null);
  const [upload, { data, loading, error }] = useMutation(UploadFileDocument, { errorPolicy: 'all' });
  useStay(loading);
  const payload = data?.uploadFile;
  const errors = payload?.userErrors ?? noErrors;
  const form = useFocusOnError(errors);
  const about = (field: string) => userErrorAt(errors, field);

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
    const controller = new AbortController();
    cancel.current = controller;
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
    if (outcome !== 'COMMITTED') return;
    element.reset();
    setBytes(undefined);
  }

  const stop = () => cancel.current?.abort(new DOMException('The upload was canceled.', 'AbortError'));

  return (
    <>
      <form className="form upload" ref={form} onSubmit={(event) => void submit(event)} aria-label="Upload a file">
        <TextField
          label="Add a file"
          name="file"
          type="file"
          accept=".pdf,.xls,.jpg,.jpeg,.doc"
          required
          hint={bytes === undefined ? 'pdf, xls, jpg or doc' : size(bytes)}
          error={inMegabytes(about('file'))}
          onChange={({ target }) => setBytes(target.files?.[0]?.size)}
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
          {loading && <Progress part={part} bytes={bytes ?? 0} onCancel={stop} />}
          <span className="done" role="status">
            {payload?.outcome === 'COMMITTED' && !loading ? 'The file was added.' : ''}
          </span>
        </div>
      </form>
      <Rejections
        failure={error && toFailure(error)}
        errors={errors}
        fields={fields}
        onRetry={() => form.current?.requestSubmit()}
      />
    </>
  );
}

interface ProgressProps {
  readonly part: number;
  readonly bytes: number;
  readonly onCancel: () => void;
}

function Progress({ part, bytes, onCancel }: ProgressProps) {
  return (
    <>
      <progress aria-label="Upload" max={100} value={Math.round(part * 100)} />
      <span className="sent">{part < 1 ? `${size(part * bytes)} of ${size(bytes)}` : 'Storing…'}</span>
      <button className="button" type="button" onClick={onCancel}>
        Cancel
      </button>
    </>
  );
}
