/** Why a form was not accepted, as far as none of its fields says so: the request failed, or something else is wrong. */
import { type Failure, type UserErrorLike, userErrorsBeside } from 'realty-forms-graphql-client';
import { Problem } from './problem.tsx';

interface Props {
  readonly failure: Failure | null | undefined;
  readonly errors: readonly UserErrorLike[];
  readonly fields: readonly string[];
  /** Sends the form again, under the same idempotency key. */
  readonly onRetry: () => void;
}

export function Rejections({ failure, errors, fields, onRetry }: Props) {
  return (
    <>
      {failure && <Problem failure={failure} onRetry={onRetry} />}
      {userErrorsBeside(errors, fields).map((message) => (
        <p className="alert" role="alert" key={message}>
          {message}
        </p>
      ))}
    </>
  );
}
