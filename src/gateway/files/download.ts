/**
 * The use case of following a download link (access rule 9): opens the link, checks that its agent is still active (access rule 6), gets
 * the file's address from downloadfiles (4.8) and streams the file from there. The address never leaves the gateway, and the file is never
 * held in memory.
 */
import { once } from 'node:events';
import { pipeline, type Readable } from 'node:stream';
import { fileUrlOf, selectFiles } from '@realty-forms/contract/calls/file-requests.ts';
import type { AbortSignalLike } from '@realty-forms/platform/v8/abort-signal.ts';
import { reclaiming } from '@realty-forms/platform/v8/garbage-collection.ts';
import { invalidAnswer, UpstreamFault } from '../../upstream/faults.ts';
import { bodyFault, type DownloadRequest, type OpenedFile } from '../../upstream/transfers/download.ts';
import { meaningOf, notFound } from '../fault.ts';
import type { Parts } from '../parts.ts';
import type { OpenedLink } from './file-links.ts';
import { fitsContent, mediaTypeOf, readFileName, typeByName } from './names-and-types.ts';

interface Download {
  readonly status: OpenedFile['status'];
  readonly name: string;
  readonly mediaType: string;
  /** HTTP headers that describe the bytes: length, range and validators. */
  readonly headers: Readonly<Record<string, string>>;
  /** Must be read or destroyed. Its errors are UpstreamFaults. */
  readonly body: Readable;
}

interface FollowOptions extends DownloadRequest {
  readonly requestId: string;
  readonly signal?: AbortSignalLike;
}

export type FollowLink = ReturnType<typeof createFollowLink>;

const passedHeaders = ['content-length', 'content-range', 'content-encoding', 'accept-ranges', 'etag', 'last-modified'];

export function createFollowLink({
  upstream,
  links,
  notation,
  log,
}: Pick<Parts, 'links' | 'log' | 'notation' | 'upstream'>) {
  return async (sealed: string, { requestId, signal, ...download }: FollowOptions): Promise<Download> => {
    const link = await links.open(sealed);
    const { transId } = link.transaction;
    const options = { signal, requestId, caller: link.subject };
    const request = selectFiles(transId, link.filter, notation);
    const response = await upstream.call('downloadfiles', request, options).catch(rethrow);
    const address = fileUrlOf(response);
    if (address === null) throw invalidAnswer('downloadfiles', 'the response is not a success with a file_url');
    const opened = await upstream.download(address, download, options).catch(rethrowHostFault);
    const { role, subject, file } = link;
    const what = file === null ? 'archive' : 'file';
    log.info(
      { requestId, role, subject, what, transId, fileId: file?.fileId, status: opened.status },
      'a link was opened',
    );
    return await describe(link, opened);
  };
}

/** A transaction or file that no longer exists is NOT_FOUND, as if it had never existed; a denied token is another matter. */
function rethrow(error: unknown): never {
  const means = meaningOf(error);
  throw means === null || means === 'denied' ? error : notFound();
}

/** A file that its host no longer has (404, 410) is NOT_FOUND too. */
function rethrowHostFault(error: unknown): never {
  const isGone =
    error instanceof UpstreamFault &&
    error.code === 'UPSTREAM_REJECTED' &&
    (error.status === 404 || error.status === 410);
  throw isGone ? notFound() : error;
}

async function describe({ name, transaction }: OpenedLink, { status, header, body }: OpenedFile): Promise<Download> {
  const headers = Object.fromEntries(
    passedHeaders.flatMap((each) => {
      const value = header(each);
      return value === null ? [] : [[each, value]];
    }),
  );
  const passThrough = reclaiming();
  // Registered before the pipeline, which would pass on the HTTP client's own error.
  body.on('error', (error) => passThrough.destroy(bodyFault(error)));
  // Either stream destroys the other when it ends early; the reader of `passThrough` gets the error.
  pipeline(body, passThrough, () => undefined);
  const head = status === 200 ? await beginningOf(passThrough) : NOTHING;
  if (isMessage(name ?? '', head)) {
    passThrough.destroy();
    throw invalidAnswer('downloadfiles', 'the file_url returned a page or a message instead of the file');
  }
  // Some hosts serve archives as application/octet-stream.
  const isZip = isZipType(header('content-type')) || head.toString('latin1').startsWith('PK\x03\x04');
  const fallback = isZip ? `transaction-${transaction.transId}.zip` : 'file';
  const ownName = name ?? readFileName(header('content-disposition')) ?? fallback;
  // A service may put even a single file into an archive.
  const fileName = isZip && typeByName(ownName) !== null ? `${ownName}.zip` : ownName;
  return { status, name: fileName, mediaType: mediaTypeOf(fileName), headers, body: passThrough };
}

const isZipType = (type: string | null): boolean => /^application\/(x-)?zip/i.test(type ?? '');
/** Whether a login page or an error, which a host may serve with status 200, is in place of the file with this name. */
function isMessage(name: string, head: Buffer): boolean {
  const text = head.toString('latin1');
  if (HTML.test(text) && !HTML_EXTENSION.test(name)) return true;
  const type = typeByName(name);
  return (type === 'pdf' || type === 'jpg') && MARKUP_OR_JSON.test(text) && fitsContent(type, head) !== true;
}

const MARKUP_OR_JSON = /^(?:\xef\xbb\xbf)?\s*[<{]/;
const HTML = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html)\b/i;
/** Files that may contain HTML: Office programs can save pages under their own extensions. */
const HTML_EXTENSION = /\.(?:x?html?|doc|xls)$/i;
/** As many as may show the type of a PDF. */
const BEGINNING_BYTES = 2_048;

const NOTHING = Buffer.alloc(0);

/** The first bytes; none for a HEAD. They stay in the stream. */
async function beginningOf(body: Readable): Promise<Buffer> {
  await once(body, 'readable');
  const first: Buffer | null = body.read();
  if (first === null) return NOTHING;
  body.unshift(first);
  return first.subarray(0, BEGINNING_BYTES);
}
