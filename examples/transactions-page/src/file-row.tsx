/** A file in a list, with its actions. */
import type { ReactNode } from 'react';
import type { FileFragment } from 'realty-forms-graphql-client';
import { day, joined } from './lib/format.ts';

interface Props {
  readonly file: FileFragment;
  readonly children: ReactNode;
}

export function FileRow({ file: { name, description, insertDate }, children }: Props) {
  return (
    <li className="split">
      <span>
        <span className="file-name">{name}</span>
        <span className="quiet">{joined(' · ', description, day(insertDate))}</span>
      </span>
      {children}
    </li>
  );
}
