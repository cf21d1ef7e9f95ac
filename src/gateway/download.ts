/**
 * The use case of following a link (access rule 9): opens it, which asks whether its agent is still active (access rule 6), asks
 * downloadfiles (4.8) for the address and reads from there. The address stays here; the bytes are never held.
 */
import { pipeline, type Readable } from 'node:stream';
import { fileUrlOf, selectFiles } from '../contract/file-requests.ts';
import type { Log } from '../platform/log.ts';
import { reclaiming } from '../platform/reclaim.ts';
import type { Upstream } from '../upstream/call.ts';
import { brokenOff, type OpenedFile, type Wanted } from '../upstream/download.ts';
import { UpstreamFault, type UpstreamFaultCode } from '../upstream/faults.ts';
import { readFileName } from './content-disposition.ts';
import { isUnknownTransaction, notFound } from './fault.ts';
import type { FileLinks, OpenedLink } from './file-links.ts';
import { mediaTypeOf } from './file-type.ts';

interface Download {
  readonly status: OpenedFile['status'];
  readonly name: string;
  readonly mediaType: string;
  /** Headers of HTTP that speak of the bytes: length, range, what tells one state of the file from another. */
  readonly headers: Readonly<Record<string, string>>;
  /** To be read, or destroyed. An error of it is the UpstreamFault that it means. */
  readonly body: Readable;
}

interface Following extends Wanted {
  readonly requestId: string;
  readonly signal?: AbortSignal;
}

/** What following a link fails of. No token is verified, and nothing is written, for one. */
export type FollowFaultCode = 'NOT_FOUND' | 'LINK_EXPIRED' | UpstreamFaultCode;

export type FollowLink = (sealed: string, following: Following) => Promise<Download>;

interface Options {
  readonly upstream: Upstream;
  readonly links: FileLinks;
  readonly log: Log;
}

const passed = ['content-length', 'content-range', 'content-encoding', 'accept-ranges', 'etag', 'last-modified'];

export function createFollowLink({ upstream, links, log }: Options): FollowLink {
  return async (sealed, { requestId, signal, ...wanted }) => {
    const link = await links.open(sealed);
    const { transId } = link.transaction;
    const options = signal === undefined ? { requestId } : { signal, requestId };
    const answer = await upstream
      .call('downloadfiles', selectFiles(transId, link.filter), options)
      .catch((error: unknown) => refuse(error));
    const address = fileUrlOf(answer);
    if (address === null) {
      throw new UpstreamFault('UPSTREAM_INVALID', 'the answer is no success with a file_url', {
        endpoint: 'downloadfiles',
        sent: true,
      });
    }
    const opened = await upstream.download(address, wanted, signal).catch((error: unknown) => refuse(error));
    const { role, subject, file } = link;
    const what = file === null ? 'archive' : 'file';
    log.info(
      { requestId, role, subject, what, transId, fileId: file?.fileId, status: opened.status },
      'a link was opened',
    );
    return describe(link, opened);
  };
}

/** A transaction or file that is not there any more (400 naming it, or 404) is one that never was. */
function refuse(error: unknown): never {
  const isGone =
    error instanceof UpstreamFault &&
    error.code === 'UPSTREAM_REJECTED' &&
    error.endpoint === 'downloadfiles' &&
    (error.status === 404 || error.status === 410);
  throw isGone || isUnknownTransaction(error) ? notFound() : error;
}

function describe({ name, transaction }: OpenedLink, { status, header, body }: OpenedFile): Download {
  const isZip = /^application\/(x-)?zip/i.test(header('content-type') ?? '');
  const fallback = isZip ? `transaction-${transaction.transId}.zip` : 'file';
  const known = name ?? readFileName(header('content-disposition')) ?? fallback;
  const headers = Object.fromEntries(
    passed.flatMap((each) => {
      const value = header(each);
      return value === null ? [] : [[each, value]];
    }),
  );
  const passing = reclaiming();
  // Before the pipeline hands on the error as the client of HTTP has it.
  body.on('error', (error) => passing.destroy(brokenOff(error)));
  // Either end takes the other along; what broke shows to whoever reads.
  pipeline(body, passing, () => undefined);
  return { status, name: known, mediaType: mediaTypeOf(known), headers, body: passing };
}
