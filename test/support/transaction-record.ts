/** Flat transaction records in wire format, typed by hand. */
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';

export const summaryRecord: FlatRecord = {
  transName: 'Elm Street',
  realtorName: 'Ann Agent',
  insertDate: '2026-03-01T09:30:00Z',
  lastUpdateDate: '2026-03-02',
  propertyType: 'R',
  transactionType: 'P',
  propertyStatus: 'P',
};

/** Without a transId, as getTransById returns it; the opposite side's agent is 999. */
export const detailRecord: FlatRecord = {
  ...summaryRecord,
  streetAddress: '1 Elm Street',
  City: 'Salem',
  listingPrice: '349900.50',
  sellerAgentNRDSID: '999',
  sellerAgentEmail: 'opposing@example.com',
  buyerAgentNRDSID: '111',
  buyerAgentEmail: 'ann@example.com',
  escrowCompanyName: 'Escrow Ltd',
};
