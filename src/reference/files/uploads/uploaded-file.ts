/** The value of uploadfiles' `file_name` after it was received (4.7): the name as it was sent, and a draft with the bytes. */
import type { Draft } from '../bytes.ts';

export interface UploadedFile {
  readonly name: string;
  readonly draft: Draft;
}
