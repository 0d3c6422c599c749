/** Ways to break a JSON document: fields removed, given another type, enlarged, reordered, nested and so on. */
import fc from 'fast-check';
import { anyValue } from '../../support/any-value.ts';

type Holder = Record<string, unknown> | unknown[];

interface Place {
  readonly holder: Holder;
  readonly key: string;
}

/** Changes the document at `place`, whose value is `old`. */
type Change = (place: Place, old: unknown, mutation: Mutation) => void;

const changes = {
  remove: (place) => remove(place),
  retype: ({ holder, key }, _old, { value }) => write(holder, key, value),
  enlarge: ({ holder, key }, old) => write(holder, key, enlarge(old)),
  reorder: ({ holder, key }, old) => write(holder, key, reorder(old)),
  nest: ({ holder, key }, old, { value, name }) => {
    const nest: Holder = {};
    write(nest, name, old);
    write(holder, key, value === null ? [old] : nest);
  },
  rename: (place, old, { name }) => {
    remove(place);
    add(place.holder, name, old);
  },
  repeat: ({ holder }, old, { name }) => add(holder, name, old),
} satisfies Record<string, Change>;

type Kind = keyof typeof changes;
const mutationKinds = Object.keys(changes).filter((name): name is Kind => name in changes);

export interface Mutation {
  readonly kind: Kind;
  /** Which of all places in the document, counted round and round. */
  readonly at: number;
  readonly value: unknown;
  readonly name: string;
}

const names = [
  ...['__proto__', 'constructor', 'toString', '', 'issues', 'issuesSummary', 'severity', 'critical'],
  ...['Critical', 'xss', 'crawler_options', 'cve', 'cwe', 'cvss', 'name', 'score', 'totalChecked'],
  ...['total_checked', 'startDate', 'endDate', 'percentage', 'detail', 'identificator'],
];

const values: readonly unknown[] = JSON.parse(`[
  null, true, false, 0, -1, 1, 3, 9.8, 100, 1e21, "", "0", "99.99", "100.00", "100.00%", "1e2", "critical", "low",
  "Low", "unknown", "2026-11-21T02:00:00.000Z", "2026-11-20T08:59:59.999Z", "soon", [], {}, [[]], [null], { "issues": [] },
  { "issues": [{ "severity": "critical" }] }, { "severity": "critical" }, { "cvss": { "score": 0.1 } },
  "false", " False ", "0", { "xss": false }, "CVE-2021-44228", ["CVE-2021-23017", "CVE-2021-44228"], "7.5", 10,
  { "critical": 0, "high": 0, "medium": 0, "low": 0, "warning": 0 }, { "critical": 1 }
]`);

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom(...mutationKinds),
  at: fc.nat(10_000),
  value: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, anyValue({ maxDepth: 2 })),
  name: fc.constantFrom(...names),
});

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

function add(holder: Holder, name: string, value: unknown): void {
  if (Array.isArray(holder)) holder.push(value);
  else write(holder, name, value);
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

/** The JSON text of `document` after all `mutations`. */
export function mutate(document: unknown, mutations: readonly Mutation[]): string {
  let text = JSON.stringify(document);
  for (const each of mutations) {
    // Read anew, since what is shared after one step must not be changed twice by the next.
    const root: unknown = JSON.parse(text);
    if (!isHolder(root)) break;
    const places = placesIn(root);
    const place = places[each.at % places.length];
    if (place !== undefined) changes[each.kind](place, read(place), each);
    text = JSON.stringify(root);
  }
  return text;
}
