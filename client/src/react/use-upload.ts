/** Uploads a file, and reports how much of it has been sent. The upload is canceled when the reader leaves. */
import { useCallback, useMemo, useState } from 'react';
import { createIdempotencyKeys, type IdempotencyKeys } from '../core/idempotency-keys.ts';
import { UploadFileDocument, type UploadFileInput, type UploadFileMutation } from '../documents/generated.ts';
import { useWrite, type Write } from './use-write.ts';

type Uploaded = NonNullable<UploadFileMutation['uploadFile']>;
/** The hook sets the key. */
export type NewFile = Omit<UploadFileInput, 'idempotencyKey'>;

const sharedKeys = createIdempotencyKeys('uploadFile');

export interface Upload extends Omit<Write<NewFile, Uploaded>, 'send'> {
  readonly upload: Write<NewFile, Uploaded>['send'];
  /** How much of the file has been sent, from 0 to 1; then the service stores it. */
  readonly progress: number;
}

export interface UploadOptions {
  /** Separate keys for each gateway of a page that has several; must be the same object in every render. */
  readonly keys?: IdempotencyKeys | undefined;
}

export function useUpload({ keys = sharedKeys }: UploadOptions = {}): Upload {
  const [progress, setProgress] = useState(0);
  const options = useMemo(() => ({ mutation: UploadFileDocument, keys, isCanceledByLeaving: true }), [keys]);
  const { send, ...rest } = useWrite<NewFile, Uploaded>(options, setProgress);
  const upload = useCallback(
    (file: NewFile) => {
      setProgress(0);
      return send(file);
    },
    [send],
  );
  return { upload, progress, ...rest };
}
