/** The service providers of a seeded transaction: any of the seven kinds, with phone or fax, some with few fields filled in. */
import { providerKinds } from '../../contract/columns/fields.ts';
import type { ServiceProvider } from '../../contract/columns/records.ts';
import type { Random } from './random.ts';
import { emailOf, mailingAddress, personName, phone, providerCompanies } from './words.ts';

const represents = ['Buyer', 'Seller', 'Buyer and Seller', ''] as const;

export function makeProviders(random: Random): ServiceProvider[] {
  if (random.chance(0.3)) return [];
  return providerKinds
    .filter(() => random.chance(0.4))
    .map(({ kind, hasAgent }) => {
      const company = random.pick(providerCompanies);
      const byFax = random.chance(0.15);
      return {
        kind,
        represents: random.pick(represents) || null,
        agentName: hasAgent && random.chance(0.8) ? personName(random) : null,
        company,
        address: random.chance(0.7) ? mailingAddress(random) : null,
        email: random.chance(0.8) ? emailOf(company, 'providers') : null,
        phone: byFax ? null : phone(random),
        fax: byFax ? phone(random) : null,
      };
    });
}
