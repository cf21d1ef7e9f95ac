/** A person or company, with contact details. */
interface Props {
  /** The role of the person or company in the transaction. */
  readonly part?: string;
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
}

export function Person({ part, name, email, phone }: Props) {
  return (
    <li className="person">
      {part && <span className="part">{part}</span>}
      <span>{name ?? 'No name yet'}</span>
      {(email || phone) && (
        <span className="contact">
          {email && <a href={`mailto:${email}`}>{email}</a>}
          {phone && <a href={`tel:${phone}`}>{phone}</a>}
        </span>
      )}
    </li>
  );
}
