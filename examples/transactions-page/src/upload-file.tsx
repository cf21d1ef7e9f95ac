/**
 * Uploads a file, shows its progress, and lets the reader cancel it. If the response is lost, the same form is sent with the same
 * idempotency key, so that the file is stored once. If it is unknown whether it was stored, the reader gets a choice of possible matches.
 */
import { useMutation } from '@apollo/client/react';
import { useRef, useState } from 'react';
import {
  afterSilence,
  createIdempotencyKeys,
  hasCode,
  UploadFileDocument,
  type UploadFileInput,
} from 'realty-forms-graphql-client';
import { toFailure, type UploadContext } from 'realty-forms-graphql-client/apollo';
import { type Accepted, EntryForm } from './entry-form.tsx';
import { TextField } from './fields.tsx';
import { FileField } from './file-field.tsx';
import { FileRow } from './file-row.tsx';
import { SILENCE_MS, silent } from './lib/fetch-in-time.ts';
import { textOf } from './lib/form.ts';
import { size } from './lib/format.ts';
import { PossibleMatches } from './possible-matches.tsx';

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
        isNext={state.round > 0}
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
  /** Another form was there before, which had the focus. */
  readonly isNext: boolean;
  readonly onBegin: () => void;
  readonly onAdded: () => void;
  readonly onCancel: () => void;
}

function UploadForm({ transactionId, isNext, onBegin, onAdded, onCancel }: FormProps) {
  const [file, setFile] = useState<File | null>(null);
  const [part, setPart] = useState(0);
  const stop = useRef<AbortController>(null);
  const last = useRef<UploadFileInput>(null);
  const [upload, { data, loading, error }] = useMutation(UploadFileDocument, { errorPolicy: 'all' });
  const payload = data?.uploadFile;
  const isUnknown = payload?.outcome === 'UNKNOWN';

  /** The next upload is another file, even if it is the same one. */
  const forgetKey = () => last.current && keys.forget(last.current);

  /** The chosen match is the uploaded file, which is already in the list. */
  function choose(): void {
    forgetKey();
    onAdded();
  }

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
    last.current = input;
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
    if (outcome) keys.settle(input, outcome);
    if (error && hasCode(toFailure(error), 'IDEMPOTENCY_MISMATCH')) keys.forget(input);
    return outcome === 'COMMITTED' && onAdded;
  }

  return (
    <EntryForm
      label="Upload a file"
      errors={isUnknown ? undefined : payload?.userErrors}
      failure={error && toFailure(error)}
      fields={fields}
      action={isUnknown ? 'Check again' : 'Upload'}
      acting="Uploading…"
      question={
        isUnknown && (
          <PossibleMatches of="file" count={payload.possibleMatches?.length ?? null} onNone={forgetKey}>
            <ul className="file-rows">
              {payload.possibleMatches?.map((each) => (
                <FileRow key={each.id} file={each}>
                  <button className="button" type="button" onClick={choose}>
                    This is it<span className="unseen"> {each.name}</span>
                  </button>
                </FileRow>
              ))}
            </ul>
          </PossibleMatches>
        )
      }
      isSending={loading}
      onSend={send}
      onCancel={onCancel}
      onStop={() => stop.current?.abort(new DOMException('The upload was canceled.', 'AbortError'))}
      isBegun={file !== null}
      progress={loading && file && <Progress part={part} bytes={file.size} />}
    >
      {/* What was sent stays as it is until its outcome is known. */}
      <div className="entries" inert={isUnknown}>
        <FileField label="Add a file" name="file" file={file} isNext={isNext} onFile={begin} />
        {file && (
          <>
            <TextField label="Description" name="description" required />
            <div className="pair">
              <TextField label="Sent by" name="sender" required hint="The company that sends it" />
              <TextField label="Pages" name="pageCount" type="number" min={1} required defaultValue={1} />
            </div>
          </>
        )}
      </div>
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
