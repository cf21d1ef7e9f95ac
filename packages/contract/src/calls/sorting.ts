/** What a list of transactions can be sorted by (4.4): one row per category, by its name in the graph. */
export const sortFields = {
  NAME: 'transName',
  REALTOR_NAME: 'realtorName',
  INSERT_DATE: 'insertDate',
  LAST_UPDATE_DATE: 'lastUpdateDate',
  PROPERTY_TYPE: 'propertyType',
  TYPE: 'transactionType',
  STATUS: 'propertyStatus',
  LISTING_PRICE: 'listingPrice',
  LISTING_START_DATE: 'listingStartDate',
  LISTING_EXPIRATION_DATE: 'listingExpDate',
  PURCHASE_PRICE: 'purchasePrice',
  PURCHASE_AGREEMENT_DATE: 'purchaseAgreementDate',
  EARNEST_MONEY_DUE_DATE: 'earnestMoneyDueDate',
  CLOSING_DATE: 'closingDate',
} as const;

export type SortCategory = (typeof sortFields)[keyof typeof sortFields];

export const sortCategories: readonly SortCategory[] = Object.values(sortFields);

/** The column that a category sorts by; all but one have its name. */
export const columnOfCategory = (category: SortCategory) =>
  category === 'closingDate' ? 'projectedClosingDate' : category;
