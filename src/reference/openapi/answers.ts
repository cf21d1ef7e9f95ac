/** What each endpoint answers when it succeeds (section 4): the schema of the body, in its wrapper (2.1). */
import type { EndpointName } from '../../contract/endpoints.ts';
import { exactly, listOf, type Schema, schemaRef } from './schema.ts';

const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description });
const success: Schema = { type: 'integer', const: 200, description: 'The status of the HTTP line once more.' };
const someText = (description: string): Schema => ({ type: 'string', minLength: 1, description });

function batchOf(data: Schema): Schema {
  const meta = exactly({
    total: count('Records in this batch.'),
    max: count('Records that match the filter.'),
    next_batch_no: {
      type: ['integer', 'null'],
      minimum: 2,
      description: 'Number of the next batch; null after the last.',
    },
  });
  return exactly({ meta, data });
}

const atMostOne = (name: string): Schema => ({ ...listOf(schemaRef(name)), maxItems: 1 });
const justOne = (items: Schema): Schema => ({ ...listOf(items), minItems: 1, maxItems: 1 });

const notice = exactly({
  status: success,
  title: someText('What was done, in a few words.'),
  detail: someText('The same at length.'),
});

export const answerSchemas: Readonly<Record<EndpointName, Schema>> = {
  token: exactly({
    token_type: { type: 'string', const: 'Bearer' },
    expires_in: { type: 'integer', minimum: 1, description: 'Seconds.' },
    access_token: someText('A JSON Web Token.'),
  }),
  activeUsers: batchOf(listOf(schemaRef('ActiveUser'))),
  getAccount: atMostOne('Account'),
  listTrans: justOne(
    batchOf({ anyOf: [listOf(schemaRef('TransactionSummary')), listOf(schemaRef('FullTransactionRecord'))] }),
  ),
  getTransById: atMostOne('TransactionRecord'),
  addTrans: justOne(schemaRef('FullTransactionRecord')),
  uploadfiles: exactly({
    status: success,
    result: { type: 'string', const: 'Success' },
    Message: someText('Says that the upload succeeded.'),
  }),
  downloadfiles: exactly({
    status: success,
    result: { type: 'string', const: 'Success' },
    file_url: { ...someText('Where the file is downloaded from, without a token.'), format: 'uri' },
  }),
  serviceproviders: { type: 'string', const: 'Success' },
  listFiles: exactly({
    meta: exactly({ total: count('Files of the transaction, whatever the filter.') }),
    data: listOf(schemaRef('File')),
  }),
  getMember: listOf(schemaRef('Member')),
  userRegistration: {
    anyOf: [notice, exactly({ status: success, passcode: someText('What the member signs in with, once.') })],
  },
  verifyToken: exactly({ status: success, member: schemaRef('VerifiedMember') }),
  shareApp: { type: 'object', properties: { status: success }, required: ['status'], additionalProperties: true },
  createTicket: notice,
  registrationTicket: notice,
};
