/** Names and values side by side; entries without a value are left out. */
type Fact = readonly [name: string, value: string | null | undefined];

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => value != null && value !== '');
  if (known.length === 0) return null;
  return (
    <dl className="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
