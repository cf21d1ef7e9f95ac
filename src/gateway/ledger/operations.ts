/**
 * The operations that the ledger executes once, one row each: the texts of the response that a replay returns, and the message for a write
 * that got no response. Secrets and personal data are not stored, so a replay lacks them.
 */
interface OperationRow {
  /** The texts of the response that are stored. If a write created something, the ledger also stores its id (`WriteCommand.toStored`). */
  readonly texts?: readonly string[];
  /** What the user should do if it is unknown whether the write was executed. */
  readonly ifUnknown: string;
}

const NO_RESPONSE = 'The service sent no readable response, so';

export const operations = {
  createTransaction: { ifUnknown: `${NO_RESPONSE} the transaction may exist: check before you create it again` },
  addServiceProviders: {
    ifUnknown: `${NO_RESPONSE} the service providers may be stored: check the transaction before you add them again`,
  },
  uploadFile: { ifUnknown: `${NO_RESPONSE} the file may be stored: check before you upload it again` },
  // Title and detail may contain the passcode.
  registerMember: {
    ifUnknown: `${NO_RESPONSE} the member may be registered: registering again does not affect the first registration`,
  },
  verifyMemberToken: {
    ifUnknown: `${NO_RESPONSE} the token may be used up: if it is rejected, register the member again`,
  },
  shareApp: { ifUnknown: `${NO_RESPONSE} the request may have been executed: check before you send it again` },
  createTicket: {
    texts: ['title', 'detail'],
    ifUnknown: `${NO_RESPONSE} the ticket may exist: sending it again may create a duplicate`,
  },
  createRegistrationTicket: {
    texts: ['title', 'detail'],
    ifUnknown: `${NO_RESPONSE} the ticket may exist: sending it again may create a duplicate`,
  },
} as const satisfies Readonly<Record<string, OperationRow>>;

export type Operation = keyof typeof operations;

export function rowOf(operation: Operation): OperationRow {
  return operations[operation];
}
