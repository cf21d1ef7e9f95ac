/** A client of the POST API that may read but not create, so that the rejections of section 5.3 can be tested. */
export const readOnly = {
  id: 'read-only-client',
  secret: 'read-only-secret',
  vendorEmail: 'read-only@vendor.example',
  scopes: ['account.read', 'transactions.read'],
} as const;
