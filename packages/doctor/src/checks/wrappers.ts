/** The wrappers and content types (2.1, 4) of all responses so far: which endpoints have others than the specification shows. */

import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import { type EndpointName, endpoints, type Wrapper } from '@realty-forms/contract/calls/endpoints.ts';
import { alike, type Finding, uncovered } from '../findings.ts';
import { questions } from '../questions.ts';
import type { Survey } from '../survey.ts';

/** The type itself is the service's own text, so it is not repeated. */
export function checkContentTypes({ asker: { mediaTypes, otherCharsets } }: Survey): Finding {
  const question = questions.contentTypes;
  if (otherCharsets.has('none'))
    return uncovered(
      question,
      'text is neither UTF-8 nor in a charset that is named, so some characters are lost, with a warning',
    );
  const isOther = [...mediaTypes].some((type) => !/^application\/(?:problem\+)?json$/.test(type));
  return alike(question, [
    ...(isOther ? ['JSON under another type'] : []),
    ...(otherCharsets.has('named') ? ['another charset, which is named'] : []),
  ]);
}

export function checkWrappers({ asker }: Survey): Finding {
  const unreadable = [...asker.unreadable.keys()].filter((endpoint) => !asker.samples.has(endpoint));
  if (unreadable.length > 0)
    return uncovered(questions.wrappers, `responses of ${unreadable.join(', ')} cannot be read (UPSTREAM_INVALID)`);
  if (asker.broken.size > 0) {
    const some = `some responses of ${[...asker.broken].join(', ')} are not JSON (UPSTREAM_INVALID)`;
    return uncovered(questions.wrappers, `${some}, and others to the same request are`);
  }
  const byShape = Map.groupBy(asker.samples, ([endpoint, json]) => otherShape(endpoint, json) ?? '');
  const differences = [...byShape]
    .filter(([shape]) => shape !== '')
    .map(([shape, samples]) => `${shape}: ${samples.map(([endpoint]) => endpoint).join(', ')}`);
  return alike(questions.wrappers, differences);
}

const shown: Readonly<Record<Wrapper, string>> = {
  page: '{meta, data}',
  pageInList: '[{meta, data}]',
  list: '[record]',
  object: 'an object',
  text: 'a text',
  any: '',
};

/** Null if it is the one that the specification shows. */
function otherShape(endpoint: EndpointName, json: unknown): string | null {
  const expected = shown[endpoints[endpoint].wrapper];
  const shape = shapeOf(json);
  return shape === expected || expected === '' ? null : shape;
}

function shapeOf(json: unknown): string {
  if (Array.isArray(json)) return json.length === 1 && isWrapper(json[0]) ? shown.pageInList : shown.list;
  if (isWrapper(json)) return shown.page;
  return isJsonObject(json) ? shown.object : shown.text;
}

const isWrapper = (value: unknown): boolean =>
  isJsonObject(value) && isJsonObject(value['meta']) && Object.hasOwn(value, 'data');
