/**
 * GET and HEAD of the URLs that downloadfiles returns (4.8): one file as it is, with ranges and conditions, or several as a
 * zip. Only the ticket authorizes and selects; the name in the path is for people and is ignored.
 */

import type { ErrorBody } from '@realty-forms/contract/answers/errors.ts';
import { attachmentHeader } from '@realty-forms/platform/web/attachment.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { zipName } from '../handlers/files.ts';
import { generalErrors } from '../http/failure.ts';
import type { Service } from '../service.ts';
import type { StoredFile } from '../store/files.ts';
import { evaluateConditions } from './conditions.ts';
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
        ? sendFile(request, reply, first, service, sendError)
        : await sendZip(request, reply, files, service);
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

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
  { fileBytes }: Service,
  sendError: SendError,
): FastifyReply {
  const { size } = file;
  const etag = `"${file.sha256}"`;
  const decision = evaluateConditions(request.method, request.headers, { size, etag, modified: file.last_update_date });
  reply.header('accept-ranges', 'bytes');
  if (decision.status === 412) return sendError(reply, generalErrors.preconditionFailed);
  if (decision.status === 416)
    return sendError(reply.header('content-range', `bytes */${size}`), generalErrors.rangeNotSatisfiable);
  reply.header('etag', etag).header('last-modified', new Date(file.last_update_date).toUTCString());
  if (decision.status === 304) return reply.code(304).send();
  reply.type(mediaTypes[file.type as FileType]).header('content-disposition', attachmentHeader(file.name));
  if (decision.status === 206) {
    const { start, end } = decision.range;
    reply
      .code(206)
      .header('content-range', `bytes ${start}-${end}/${size}`)
      .header('content-length', end - start + 1);
    return reply.send(fileBytes.read(file.stored_as, decision.range));
  }
  reply.header('content-length', size);
  return request.method === 'HEAD' ? reply.send() : reply.send(fileBytes.read(file.stored_as));
}

async function sendZip(
  request: FastifyRequest,
  reply: FastifyReply,
  files: readonly StoredFile[],
  { fileBytes }: Service,
): Promise<FastifyReply> {
  const zip = await createZip(
    files.map((file) => ({
      name: file.name,
      size: file.size,
      modified: file.last_update_date,
      open: () => fileBytes.read(file.stored_as),
    })),
  );
  reply
    .type('application/zip')
    .header('accept-ranges', 'none')
    .header('content-disposition', attachmentHeader(zipName(files[0]?.transaction_id ?? 0)))
    .header('content-length', zip.size);
  return request.method === 'HEAD' ? reply.send() : reply.send(zip.stream);
}
