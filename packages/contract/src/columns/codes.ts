/**
 * The code tables of the spec (2.5 and section 3): the service's code, its meaning in the spec's words, and its name in the graph. The same
 * letter means different things in different tables, so a code is only ever read with its table.
 */
export interface Code {
  /** The letter that the service uses. */
  readonly code: string;
  /** The name in the graph. */
  readonly name: string;
  /** The meaning in the spec's words; some responses contain it instead of the code. */
  readonly label: string;
}

/** Property types (2.5). */
export const propertyTypes = [
  { code: 'C', name: 'COMMERCIAL', label: 'Commercial' },
  { code: 'R', name: 'RESIDENTIAL', label: 'Residential' },
  { code: 'V', name: 'VACANT_LAND', label: 'Vacant Land' },
  { code: 'F', name: 'FARM_AND_RANCH', label: 'Farm and Ranch' },
] as const satisfies readonly Code[];

/** Transaction types (2.5). addTrans accepts `L`, but it is not a filter value of listTrans. */
export const transactionTypes = [
  { code: 'A', name: 'LISTING', label: 'Listing', listable: true },
  { code: 'P', name: 'PURCHASE', label: 'Purchase', listable: true },
  { code: 'G', name: 'LISTING_AND_PURCHASE', label: 'Listing & Purchase', listable: true },
  { code: 'L', name: 'LEASE_RENTAL', label: 'Lease/Rental', listable: false },
] as const satisfies readonly (Code & { listable: boolean })[];

/** Property statuses (section 3). */
export const propertyStatuses = [
  { code: 'X', name: 'CLOSED', label: 'Closed' },
  { code: 'E', name: 'EXPIRED', label: 'Expired' },
  { code: 'P', name: 'PENDING', label: 'Pending' },
  { code: 'W', name: 'WITHDRAWN', label: 'Withdrawn' },
  { code: 'A', name: 'ACTIVE', label: 'Active' },
  { code: 'N', name: 'NEW', label: 'New' },
  { code: 'L', name: 'LEASED_RENTED', label: 'Leased/Rented' },
  { code: 'T', name: 'TERMINATED', label: 'Terminated' },
  { code: 'R', name: 'REJECTED', label: 'Rejected' },
] as const satisfies readonly Code[];

export type PropertyTypeName = (typeof propertyTypes)[number]['name'];
export type TransactionTypeName = (typeof transactionTypes)[number]['name'];
export type PropertyStatusName = (typeof propertyStatuses)[number]['name'];

export const codeTables = {
  propertyType: propertyTypes,
  transactionType: transactionTypes,
  propertyStatus: propertyStatuses,
} as const;

export type CodeTableName = keyof typeof codeTables;
