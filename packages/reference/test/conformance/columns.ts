/**
 * The columns of every record of sections 2.2 to 2.4, 2.6 and 2.8, copied from the specification's text and expanded with its
 * own notation: {x}{a, b} stands for xa and xb.
 */
const words = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '');
const expand = (prefix: string, suffixes: string): string[] => words(suffixes).map((suffix) => prefix + suffix);

export const activeUserColumns = words(
  'agentNRDSID, firstName, lastName, email, phone, memberType, officeNRDSID, officeName',
);

export const accountColumns = words('accountID, firstName, lastName, email, phone, memberType');

/** A file as listFiles returns it (2.6). */
export const fileColumns = words('fileFolderID, fileID, fileName, fileDescription, insertDate, lastUpdateDate');

export const summaryColumns = words(
  'transName, realtorName, insertDate, lastUpdateDate, propertyType, transactionType, propertyStatus',
);

const propertyColumns = words(`
  streetAddress, unitNo, City, State, Zip, countyParcel, legalDescription, Subdivision, countyName, yearBuilt,
  Bedrooms, Baths, MLSListingID`);

const listingAndPurchaseColumns = words(`
  listingPrice, listingStartDate, listingExpDate, associationFees, purchasePrice, purchaseAgreementDate,
  earnestMoneyDueDate, dueDiligenceDate, earnestMoney, projectedClosingDate`);

const PARTY = 'Name, Address, ID, Email, HomePhone, WorkPhone, CellPhone, Fax';

const sellerColumns = [
  'sellerLandlordName',
  ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap((n) => expand(`sellerParty${n}`, PARTY)),
  ...expand('sellerBrokerage', 'Name, Address, Phone, Fax, ID'),
  ...expand('sellerBroker', 'Name, ID, Email'),
  ...expand('sellerAgent', 'Name, ID, Email, WorkPhone, HomePhone, CellPhone, FaxNo, NRDSID'),
];

const buyerColumns = [
  'buyerLandlordName',
  ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap((n) => expand(`buyerParty${n}`, PARTY)),
  ...expand('buyerBrokerage', 'Name, Address, Phone, Fax, ID'),
  ...expand('buyerBroker', 'Name, ID, Email'),
  ...expand('buyerAgent', 'Name, ID, Email, WorkPhone, HomePhone, CellPhone, FaxNo, NRDSID'),
];

const PROVIDER = 'CompanyRepresents, Agent, CompanyName, CompanyAddress, EmailAddress, Phone, Fax';

const providerColumns = [
  ...words('escrow, title, title2, lending, closing, inspection').flatMap((prefix) => expand(prefix, PROVIDER)),
  ...words(`propertyAppraisalCompanyRepresents, propertyAppraisalCompanyName, propertyAppraisalCompanyAddress,
    propertyAppraisalEmailAddress, propertyAppraisalPhone, propertyAppraisalFax`),
];

/** The record of getTransById: all columns except transId. */
export const recordColumns = [
  ...summaryColumns,
  ...propertyColumns,
  ...listingAndPurchaseColumns,
  ...sellerColumns,
  ...buyerColumns,
  ...providerColumns,
];

/** The record of addTrans and of lists in full detail: also transId. */
export const fullColumns = [...recordColumns, 'transId'];

/** A member as getMember returns it (2.8), and as verifyToken returns it. */
export const memberColumns = words(
  'clientId, firstName, lastName, userName, email, phone, locationId, locationName, thlHours',
);
export const verifiedMemberColumns = words(`
  stateId, userId, firstName, lastName, userName, email, phone, locationId, locationName, thlHours, holidays`);
