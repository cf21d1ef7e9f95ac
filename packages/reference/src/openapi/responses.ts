/** The body of each endpoint's success response (section 4) as a schema, in its wrapper (2.1). */
import type { EndpointName } from '@realty-forms/contract/calls/endpoints.ts';
import { closedObject, listOf, type Schema, schemaRef } from './schema.ts';

const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description });
const success: Schema = { type: 'integer', const: 200, description: 'The HTTP status, repeated.' };
const nonEmptyText = (description: string): Schema => ({ type: 'string', minLength: 1, description });

function batchOf(data: Schema): Schema {
  const meta = closedObject({
    total: count('Records in this batch.'),
    max: count('Records that match the filter.'),
    next_batch_no: {
      type: ['integer', 'null'],
      minimum: 2,
      description: 'Number of the next batch; null after the last.',
    },
  });
  return closedObject({ meta, data });
}

const atMostOne = (name: string): Schema => ({ ...listOf(schemaRef(name)), maxItems: 1 });
const exactlyOne = (items: Schema): Schema => ({ ...listOf(items), minItems: 1, maxItems: 1 });

const notice = closedObject({
  status: success,
  title: nonEmptyText('Short summary of what was done.'),
  detail: nonEmptyText('Details of what was done.'),
});

export const responseSchemas: Readonly<Record<EndpointName, Schema>> = {
  token: closedObject({
    token_type: { type: 'string', const: 'Bearer' },
    expires_in: { type: 'integer', minimum: 1, description: 'Seconds.' },
    access_token: nonEmptyText('A JSON Web Token.'),
  }),
  activeUsers: batchOf(listOf(schemaRef('ActiveUser'))),
  getAccount: atMostOne('Account'),
  listTrans: exactlyOne(
    batchOf({ anyOf: [listOf(schemaRef('TransactionSummary')), listOf(schemaRef('FullTransactionRecord'))] }),
  ),
  getTransById: atMostOne('TransactionRecord'),
  addTrans: exactlyOne(schemaRef('FullTransactionRecord')),
  uploadfiles: closedObject({
    status: success,
    result: { type: 'string', const: 'Success' },
    Message: nonEmptyText('Says that the upload succeeded.'),
  }),
  downloadfiles: closedObject({
    status: success,
    result: { type: 'string', const: 'Success' },
    file_url: { ...nonEmptyText('URL to download the file from, without a token.'), format: 'uri' },
  }),
  serviceproviders: { type: 'string', const: 'Success' },
  listFiles: closedObject({
    meta: closedObject({ total: count('Number of files of the transaction, regardless of the filter.') }),
    data: listOf(schemaRef('File')),
  }),
  getMember: listOf(schemaRef('Member')),
  userRegistration: {
    anyOf: [
      notice,
      closedObject({ status: success, passcode: nonEmptyText('One-time passcode that the member signs in with.') }),
    ],
  },
  verifyToken: closedObject({ status: success, member: schemaRef('VerifiedMember') }),
  shareApp: { type: 'object', properties: { status: success }, required: ['status'], additionalProperties: true },
  createTicket: notice,
  registrationTicket: notice,
};
