/**
 * What is said of each request field beside its kind (section 4): a description in our words, its limits and codes, and an
 * example that works on the seeded data. A field of the contract without a line here does not compile.
 */
import { type endpoints, limits, type SortCategory, sortCategories } from '../../contract/endpoints.ts';
import { fileFilterText, transactionFilterText } from './filters.ts';
import { exampleEntry } from './inputs.ts';
import { kindSchemas } from './kinds.ts';
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
    description: `Records in one batch: ${batchSize.default} where it is left out, ${batchSize.max} at most (8).`,
    minimum: 1,
    maximum: batchSize.max,
    default: batchSize.default,
    examples: [5],
  },
  batch_no: {
    description: 'Which batch, counted from 1. A batch past the end is empty.',
    minimum: 1,
    default: batchNo.default,
    examples: [1],
  },
} as const satisfies Record<string, Schema>;

const fileFilter: Schema = { description: fileFilterText, examples: ['', 'insertDate_min=<2026-01-01>'] };

const categories = Object.keys(sortCategories) as SortCategory[];

/** Values that the examples carry. */
export interface Examples {
  /** The identity of the client that the examples are for. */
  readonly userId: string;
  readonly agentNRDSID: string;
  /** The agent's e-mail. */
  readonly emailId: string;
  /** One of the agent's transactions. */
  readonly transId: string;
  /** A member of the mobile application, alone at this e-mail. */
  readonly member: { readonly userName: string; readonly email: string };
  /** An address that registration links may lead to. */
  readonly mobileUrl: string;
}

/** The fields of all endpoints. */
export function fieldSchemas(examples: Examples): FieldSchemas {
  const { agentNRDSID, member } = examples;
  const transId = text('Identifier of the transaction, as addTrans and full lists give it.', examples.transId);
  const userId = text(
    "The vendor's own e-mail identity (1); that of another vendor is refused with 401.",
    examples.userId,
  );
  return {
    token: {
      grant_type: { description: 'Only client credentials are implemented (4.1).', enum: ['client_credentials'] },
      client_id: text("The client's identifier."),
      client_secret: text("The client's secret."),
    },
    activeUsers: {
      userId,
      ...batch,
      filter: {
        description:
          'Empty for all; `incremental` for those that enabled the integration within the time that follows.',
        enum: ['', 'incremental'],
        default: '',
      },
      incremental_type: {
        description: 'The unit of incremental_time; needed with `incremental`.',
        enum: ['days', 'hours'],
      },
      incremental_time: {
        description:
          `How many of them, ${incrementalTime.min} to ${incrementalTime.max}; needed with \`incremental\`. ` +
          `Anything outside counts as ${incrementalTime.otherwise}.`,
        examples: [30],
      },
    },
    getAccount: {
      userId,
      emailId: text("The member's e-mail, whole and in any case; unknown ones give an empty list.", examples.emailId),
    },
    listTrans: {
      userId,
      ...batch,
      sort: {
        description:
          'A category, alone or with `:asc` or `:desc`; ascending where neither is said. Blanks stand below every value, ' +
          `ties are ordered by transId. Categories: ${categories.join(', ')}.`,
        pattern: String.raw`^\s*(${categories.join('|')})\s*(:\s*(asc|desc)\s*)?$|^\s*$`,
        examples: ['insertDate:desc', ...categories],
      },
      filter: {
        description: transactionFilterText,
        examples: [
          `NRDSID=<${agentNRDSID}>`,
          `NRDSID=<${agentNRDSID}>,propertyStatus=<A|P>,insertDate_min=<2025-01-01>`,
          `NRDSID=<${agentNRDSID}>,closingDate_range=<2026-01-01 - 2026-12-31>`,
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
      stateID: text('Two capital letters of one of the fifty states or DC (an assumption, 4.6).', 'CA', 'OH'),
      agentNRDSID: text('The agent that the transaction is for; it must have enabled the integration.', agentNRDSID),
      transName: text('The name that lists show.', '12 Example Road'),
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
        description: 'The entries (2.7); the whole schema is published at /ServiceProvidersSchema.json.',
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
      userName: text("The member's user name; may be left out where email is given.", member.userName),
      email: text("The member's e-mail; may be left out where userName is given.", member.email),
      url: text('Where the link leads: an https address that is configured, or one below it.', examples.mobileUrl),
      passcodeReturn: { description: 'True to be answered with a passcode in place of a link.', default: false },
    },
    verifyToken: { token: text('The token of a registration link, or a passcode; good for one use.', 'unknown-token') },
    shareApp: {},
    createTicket: {
      userName: text("The member's user name.", member.userName),
      title: text("The ticket's title.", 'Cannot sign in'),
      description: text('What is the matter.', 'The passcode never arrives.'),
    },
    registrationTicket: {
      userName: text('The user name that was tried.', 'pat.example'),
      name: text('The name of the person.', 'Pat Example'),
      email: text('Where the answer goes.', 'pat@members.example'),
      phone: text('Where to call.', '555-0100'),
      description: text('What is the matter.', 'I have no account yet.'),
    },
  };

  function codesOf(name: string): Schema {
    const { description = '', enum: codes = [] } = kindSchemas[name] ?? {};
    return { description, enum: codes };
  }
}
