/**
 * GET and HEAD of the URLs that downloadfiles returns (4.8): one file as it is, with ranges and conditions, or several as a
 * zip. Only the ticket authorizes and selects; the name in the path is for people and is ignored.
 */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import send from '@fastify/send';
import type { ErrorBody } from '@realty-forms/contract/answers/errors.ts';
import { attachmentHeader } from '@realty-forms/platform/web/content-disposition.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { zipName } from '../handlers/files.ts';
import { generalErrors } from '../http/failure.ts';
import type { Service } from '../service.ts';
import type { StoredFile } from '../store/files.ts';
import { readFileFilter } from './file-filter.ts';
import { type FileType, mediaTypes } from './file-type.ts';
import { FILES_PATH } from './links.ts';
import { createZip } from './zip.ts';

type SendError = (reply: FastifyReply, body: ErrorBody) => FastifyReply;

export function serveDownloads(app: FastifyInstance, service: Service, sendError: SendError): void {
  // A wildcard, because the router limits the length of a named path parameter.
  const url = `${FILES_PATH}/*`;
  app.route<{ Querystring: { ticket?: string | string[] } }>({
    method: ['GET', 'HEAD'],
    url,
    async handler(request, reply) {
      const { ticket } = request.query;
      const linked = typeof ticket === 'string' ? service.fileLinks.readTicket(ticket) : null;
      if (linked === null) return sendError(reply, generalErrors.invalidLink);
      const { transactionId, filter, lastId } = linked;
      const { conditions } = readFileFilter('downloadfiles', filter, service.timeZone);
      const files = await service.files.list({ transactionId, conditions, lastId });
      const [first] = files;
      if (first === undefined) return sendError(reply, generalErrors.notFound);
      protect(reply);
      return files.length === 1
        ? await sendFile(request, reply, first, service, sendError)
        : sendZip(request, reply, files, service);
    },
  });
  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE'],
    url,
    handler: (_request, reply) => sendError(reply.header('allow', 'GET, HEAD'), generalErrors.fileMethodNotAllowed),
  });
}

/** Uploads are untrusted: never rendered in this origin, never content-sniffed, never stored by shared caches. */
function protect(reply: FastifyReply): void {
  reply
    .header('cache-control', 'private, no-cache')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('referrer-policy', 'no-referrer');
}

/** Sends the file, or the part of it that the request's conditions and ranges select. */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  { fileBytes }: Service,
  sendError: SendError,
): Promise<FastifyReply> {
  const [, suffix] = /^ *bytes= *-(\d+)$/i.exec(request.headers.range ?? '') ?? [];
  // A suffix that is longer than the file means the whole file (RFC 9110, 14.1.2), which send does not know.
  if (Number(suffix) > file.size) request.raw.headers.range = 'bytes=0-';
  const options = { root: fileBytes.storedDir, cacheControl: false, contentType: false };
  const { statusCode, headers, stream } = await send(request.raw, file.stored_as, options);
  if (statusCode === 404) throw new Error(`the bytes of file ${file.id} are missing`);
  if (statusCode === 412) return sendError(reply, generalErrors.preconditionFailed);
  if (statusCode === 416) return sendError(reply.headers(headers), generalErrors.rangeNotSatisfiable);
  reply.code(statusCode).headers(headers);
  if (statusCode === 304) return reply.send();
  reply.type(mediaTypes[file.type as FileType]).header('content-disposition', attachmentHeader(file.name));
  return reply.send(stream);
}

function sendZip(
  { method }: FastifyRequest,
  reply: FastifyReply,
  files: readonly StoredFile[],
  { fileBytes }: Service,
): FastifyReply {
  reply
    .type('application/zip')
    .header('accept-ranges', 'none')
    .header('content-disposition', attachmentHeader(zipName(files[0]?.transaction_id ?? 0)));
  if (method === 'HEAD') return reply.send();
  const entries = files.map(({ name, size, last_update_date, stored_as }) => ({
    name,
    size,
    modified: last_update_date,
    open: () => createReadStream(join(fileBytes.storedDir, stored_as)),
  }));
  return reply.send(createZip(entries));
}
