/** Uploads a file, and tells how much of it has been sent. It is canceled when the reader leaves. */
import { useCallback, useState } from 'react';
import { createIdempotencyKeys } from '../core/idempotency-keys.ts';
import { UploadFileDocument, type UploadFileInput, type UploadFileMutation } from '../documents/generated.ts';
import { useWrite, type Write, type WriteOptions } from './use-write.ts';

type Uploaded = NonNullable<UploadFileMutation['uploadFile']>;
/** The key is the hook's. */
export type NewFile = Omit<UploadFileInput, 'idempotencyKey'>;

const options: WriteOptions = {
  mutation: UploadFileDocument,
  keys: createIdempotencyKeys('uploadFile'),
  // Even an unknown one: what the service has of it, it will not say under the key, so another attempt needs a new one.
  isFinal: () => true,
  isCanceledByLeaving: true,
};

export interface Upload extends Omit<Write<NewFile, Uploaded>, 'send'> {
  readonly upload: Write<NewFile, Uploaded>['send'];
  /** How much of the file has been sent, from 0 to 1; then the service stores it. */
  readonly progress: number;
}

export function useUpload(): Upload {
  const [progress, setProgress] = useState(0);
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
