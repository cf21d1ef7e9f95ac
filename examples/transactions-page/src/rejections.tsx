/** Why a form was not accepted, as far as none of its fields says so: the request failed, or something else is wrong. */
import { type UserErrorLike, userErrorsBeside } from 'realty-forms-graphql-client';
import { Problem } from './problem.tsx';

interface Props {
  readonly error: { readonly message: string } | undefined;
  readonly errors: readonly UserErrorLike[];
  readonly fields: readonly string[];
  /** Sends the form again, under the same idempotency key. */
  readonly onRetry: () => void;
}

export function Rejections({ error, errors, fields, onRetry }: Props) {
  return (
    <>
      {error && <Problem error={error} onRetry={onRetry} />}
      {userErrorsBeside(errors, fields).map((message) => (
        <p className="alert" role="alert" key={message}>
          {message}
        </p>
      ))}
    </>
  );
}
