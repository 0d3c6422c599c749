/** Ways in which a JSON document can come out other than it should: fields removed, retyped, enlarged, reordered, nested. */
import fc from 'fast-check';
import { anyValue } from '../../support/any-value.ts';

export const mutationKinds = [
  'remove',
  'retype',
  'enlarge',
  'reorder',
  'nest',
  'rename',
  'repeat',
  'swap',
] as const;

export interface Mutation {
  readonly kind: (typeof mutationKinds)[number];
  /** Which of all places in the document, counted round and round. */
  readonly at: number;
  readonly other: number;
  readonly value: unknown;
  readonly name: string;
}

const names = [
  '__proto__',
  'constructor',
  'toString',
  'issues',
  'issuesSummary',
  'severity',
  'critical',
  'Critical',
  'score',
  'totalChecked',
  'total_checked',
  'endDate',
  'percentage',
  'detail',
  'identificator',
  '',
];

const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  3,
  9.8,
  100,
  1e21,
  '',
  '0',
  '99.99',
  '100.00',
  '100.00%',
  '1e2',
  'critical',
  'low',
  'Low',
  'unknown',
  '2026-11-21T02:00:00.000Z',
  'soon',
  [],
  {},
  [[]],
  [null],
  { issues: [] },
  { issues: [{ severity: 'critical' }] },
  { severity: 'critical' },
  { cvss: { score: 0.1 } },
  { critical: 0, high: 0, medium: 0, low: 0, warning: 0 },
  { critical: 1 },
];

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom(...mutationKinds),
  at: fc.nat(10_000),
  other: fc.nat(10_000),
  value: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, anyValue({ maxDepth: 2 })),
  name: fc.constantFrom(...names),
});

type Holder = Record<string, unknown> | unknown[];

interface Place {
  readonly holder: Holder;
  readonly key: string;
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null;
}

/** Places near the top first, and those again: that is where the verdict is decided. */
function placesIn(root: Holder): Place[] {
  const places: Place[] = [];
  const visit = (holder: Holder): void => {
    for (const [key, value] of Object.entries(holder)) {
      places.push({ holder, key });
      if (isHolder(value)) visit(value);
    }
  };
  visit(root);
  return [...places, ...places.filter(({ holder }) => holder === root)];
}

function read({ holder, key }: Place): unknown {
  return Object.entries(holder).find(([name]) => name === key)?.[1];
}

/** As a property of its own, `__proto__` too. */
function write(holder: Holder, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

function remove({ holder, key }: Place): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}

function enlarge(value: unknown): unknown {
  if (typeof value === 'number') return value * 1000 + 1;
  if (typeof value === 'string') return value.repeat(3);
  return Array.isArray(value) ? [...value, ...value, ...value] : [value, value];
}

function reorder(value: unknown): unknown {
  if (Array.isArray(value)) return value.toReversed();
  return isHolder(value) ? Object.fromEntries(Object.entries(value).reverse()) : value;
}

function apply(place: Place, other: Place, { kind, value, name }: Mutation): void {
  const { holder, key } = place;
  const old = read(place);
  switch (kind) {
    case 'remove':
      remove(place);
      break;
    case 'retype':
      write(holder, key, value);
      break;
    case 'enlarge':
      write(holder, key, enlarge(old));
      break;
    case 'reorder':
      write(holder, key, reorder(old));
      break;
    case 'nest': {
      const nest: Holder = {};
      write(nest, name, old);
      write(holder, key, value === null ? [old] : nest);
      break;
    }
    case 'rename':
      remove(place);
      if (Array.isArray(holder)) holder.push(old);
      else write(holder, name, old);
      break;
    case 'repeat':
      if (Array.isArray(holder)) holder.push(old);
      else write(holder, name, old);
      break;
    case 'swap': {
      // Copies, since a value that holds itself is no JSON.
      const [here, there] = [structuredClone(old), structuredClone(read(other))];
      write(other.holder, other.key, here);
      write(holder, key, there);
      break;
    }
  }
}

/** The JSON text of `document` after all `mutations`; the document is left alone. */
export function mutate(document: unknown, mutations: readonly Mutation[]): string {
  let root: unknown = structuredClone(document);
  for (const each of mutations) {
    if (!isHolder(root)) break;
    const places = placesIn(root);
    const [place, other] = [places[each.at % places.length], places[each.other % places.length]];
    if (place !== undefined && other !== undefined) apply(place, other, each);
    // What is shared after one step must not be changed twice by the next.
    root = JSON.parse(JSON.stringify(root));
  }
  return JSON.stringify(root);
}
