/**
 * What the document says about each request field besides its kind (section 4): a description in our words, limits and codes,
 * and an example that works with the seeded data. A contract field without an entry here is a compile error.
 */
import { type endpoints, limits } from '@realty-forms/contract/calls/endpoints.ts';
import { type FilterKey, fileFilterKeys, transactionFilterKeys } from '@realty-forms/contract/calls/filter.ts';
import { BRACKETED_INCREMENTAL, INCREMENTAL } from '@realty-forms/contract/calls/request-style.ts';
import { sortCategories } from '@realty-forms/contract/calls/requests.ts';
import { exampleEntry } from './inputs.ts';
import { describeCodes, kindSchemas } from './kinds.ts';
import { type Schema, schemaRef } from './schema.ts';

type Endpoints = typeof endpoints;
export type FieldSchemas = {
  readonly [E in keyof Endpoints]: { readonly [F in keyof Endpoints[E]['request']]: Schema };
};

const text = (description: string, ...examples: string[]): Schema => ({
  description,
  ...(examples.length === 0 ? {} : { examples }),
});

const { batchSize, batchNo, incrementalTime } = limits;
const batch = {
  batch_size: {
    description: `Records per batch: ${batchSize.default} by default, at most ${batchSize.max} (8).`,
    minimum: 1,
    maximum: batchSize.max,
    default: batchSize.default,
    examples: [5],
  },
  batch_no: {
    description: 'Number of the batch, from 1. A batch past the end is empty.',
    minimum: 1,
    default: batchNo.default,
    examples: [1],
  },
} as const satisfies Record<string, Schema>;

const fileFilter: Schema = { description: filterText(fileFilterKeys), examples: ['', 'insertDate_min=<2026-01-01>'] };

/** Values that the examples use. */
export interface Examples {
  /** A client; its secret is undefined if it may not be shown. */
  readonly client: { readonly id: string; readonly secret: string | undefined };
  /** The vendor e-mail of the client that the examples are for. */
  readonly userId: string;
  readonly agentNRDSID: string;
  /** The agent's e-mail. */
  readonly emailId: string;
  /** One of the agent's transactions. */
  readonly transId: string;
  /** A member of the mobile application; no other member has this e-mail. */
  readonly member: { readonly userName: string; readonly email: string };
  /** A URL that registration links may lead to. */
  readonly mobileUrl: string;
}

/** The field schemas of all endpoints. */
export function fieldSchemas(examples: Examples): FieldSchemas {
  const { agentNRDSID, client, member } = examples;
  const transId = text('Identifier of the transaction, as returned by addTrans and in full lists.', examples.transId);
  const userId = text(
    "The vendor's own e-mail identity (1); that of another vendor is rejected with 401.",
    examples.userId,
  );
  return {
    token: {
      grant_type: { description: 'Only client credentials are implemented (4.1).', enum: ['client_credentials'] },
      client_id: text("The client's identifier.", client.id),
      client_secret: text("The client's secret.", ...(client.secret === undefined ? [] : [client.secret])),
    },
    activeUsers: {
      userId,
      ...batch,
      filter: {
        description:
          'Empty for all; `incremental`, or `filter=<incremental>`, for those that enabled the integration within the given period.',
        enum: ['', INCREMENTAL, BRACKETED_INCREMENTAL],
        default: '',
      },
      incremental_type: {
        description: 'The unit of incremental_time; required with `incremental`.',
        enum: ['', 'days', 'hours'],
      },
      incremental_time: {
        description:
          `Number of these units, ${incrementalTime.min} to ${incrementalTime.max}; required with \`incremental\`. ` +
          `Any value outside this range counts as ${incrementalTime.fallback}.`,
        examples: [30],
      },
    },
    getAccount: {
      userId,
      emailId: text(
        "The member's full e-mail address, case-insensitive; an unknown one returns an empty list.",
        examples.emailId,
      ),
    },
    listTrans: {
      userId,
      ...batch,
      sort: {
        description:
          'A category, optionally with `:asc` or `:desc`; ascending by default. Blanks sort below every value, ' +
          `ties are ordered by transId. Categories: ${sortCategories.join(', ')}.`,
        pattern: String.raw`^\s*(${sortCategories.join('|')})\s*(:\s*(asc|desc)\s*)?$|^\s*$`,
        examples: ['insertDate:desc', ...sortCategories],
      },
      filter: {
        description: filterText(transactionFilterKeys),
        examples: [
          `NRDSID=<${agentNRDSID}>`,
          `NRDSID=<${agentNRDSID}>, propertyStatus=<A|P>, insertDate_min=<2025-01-01>`,
          `NRDSID=<${agentNRDSID}>, closingDate_range=<2026-01-01 - 2026-12-31>`,
        ],
      },
      full_details: {
        description: 'True for all columns and the transId; false, the default, for the seven summary columns.',
        default: false,
      },
    },
    getTransById: { userId, transId },
    addTrans: {
      userId,
      stateID: text('Two-letter uppercase code of one of the fifty states or DC (an assumption, 4.6).', 'CA', 'OH'),
      agentNRDSID: text('The agent that the transaction is for; it must have enabled the integration.', agentNRDSID),
      transName: text('The name shown in lists.', '12 Example Road'),
      streetAddress: text('Street and number of the property.', '12 Example Road'),
      propertyType: codesOf('PropertyType'),
      transactionType: codesOf('TransactionType'),
      propertyStatus: codesOf('PropertyStatus'),
    },
    uploadfiles: {
      userId,
      transId,
      file_name: schemaRef('UploadedFile'),
      description: text('What the file is; shown as fileDescription.', 'Purchase agreement'),
      sender: text('The company that sends the file.', 'Example Title Company'),
      no_of_pages: { description: 'Number of pages.', minimum: 1, examples: [3] },
    },
    downloadfiles: { userId, transId, filter: fileFilter },
    serviceproviders: {
      userId,
      agentNRDSID: text("The transaction's agent.", agentNRDSID),
      transId,
      data: {
        description: 'The entries (2.7); the full schema is published at /ServiceProvidersSchema.json.',
        items: schemaRef('ServiceProviderEntry'),
        minItems: 1,
        examples: [[exampleEntry]],
      },
    },
    listFiles: { userId, transId, filter: fileFilter },
    getMember: {
      userName: text("The member's user name; given with email, both must match.", member.userName),
      email: text("The member's e-mail; given with userName, both must match.", member.email),
    },
    userRegistration: {
      userName: text("The member's user name; optional if email is given.", member.userName),
      email: text("The member's e-mail; optional if userName is given.", member.email),
      url: text('Target of the link: a configured https URL, or one below it.', examples.mobileUrl),
      passcodeReturn: { description: 'True to return a passcode instead of sending a link.', default: false },
    },
    verifyToken: {
      token: text('The token of a registration link, or a passcode; valid for one use.', 'unknown-token'),
    },
    shareApp: {},
    createTicket: {
      userName: text("The member's user name.", member.userName),
      title: text("The ticket's title.", 'Cannot sign in'),
      description: text('Description of the problem.', 'The passcode never arrives.'),
    },
    registrationTicket: {
      userName: text('The user name that was tried.', 'pat.example'),
      name: text("The person's name.", 'Pat Example'),
      email: text('E-mail address for the reply.', 'pat@members.example'),
      phone: text('Phone number for a call back.', '555-0100'),
      description: text('Description of the problem.', 'I have no account yet.'),
    },
  };

  function codesOf(name: string): Schema {
    const { description = '', enum: codes = [] } = kindSchemas[name] ?? {};
    return { description, enum: codes };
  }
}

/** The notation of a filter (4.4, 4.8), and one line for each key of the contract's table. */
function filterText(keys: Readonly<Record<string, FilterKey>>): string {
  const notation =
    'Format: `key=<value>`, multiple keys separated by commas, with or without a space, each key at most once. All of them must match.';
  return [notation, '', ...Object.entries(keys).map(([key, row]) => `- \`${key}\`: ${meaning(key, row)}`)].join('\n');
}

function meaning(key: string, { value, required, table }: FilterKey): string {
  if (value === 'text') return required ? 'required; matches exactly.' : 'matches the whole text.';
  if (value === 'range') return 'two timestamps as `<from - to>`, both ends included.';
  if (table !== undefined) return `one or more codes, separated by \`|\`: ${describeCodes(table)}`;
  return /_(?:min|since)$/.test(key)
    ? 'a timestamp; matches it and anything later.'
    : 'a timestamp; a date matches its whole day.';
}
