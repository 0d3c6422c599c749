/** Which facts of problems, faults and objections anybody may read, and which hold no secrets. */

/** Facts in our own words, in those of the system and of GitHub's events, and names of `preferences`: no secrets. */
export const secretFreeFacts: readonly string[] = [
  ...['kind', 'weight', 'threshold', 'operation', 'code', 'expected', 'options'],
  ...['state', 'commit', 'eventName'],
];
/** Facts that anybody may read: our own words, and names of environments. */
const publicFacts: readonly string[] = [...secretFreeFacts, 'environment', 'pending', 'deployments'];
/** Facts that a sentence can do without. */
const droppableFacts: readonly string[] = ['detail', 'logUrl'];

/**
 * `facts` as anybody may read them, at any depth. Numbers stay. A text is withheld unless {@link publicFacts} names it:
 * so is a new fact, until somebody has decided who may read it.
 */
export function onlyPublicFacts<T>(facts: T): T {
  return publicFact('', facts) as T;
}

function publicFact(name: string, fact: unknown): unknown {
  if (Array.isArray(fact)) return fact.map((entry) => publicFact(name, entry));
  if (typeof fact === 'object' && fact !== null)
    return Object.fromEntries(
      Object.entries(fact).map(([below, value]) => [below, publicFact(below, value)]),
    );
  if (typeof fact !== 'string' || publicFacts.includes(name)) return fact;
  // The first name of a place in an answer is a field of the interface.
  if (name === 'path') return fact.replace(/[.[].*$/su, '');
  return droppableFacts.includes(name) ? '' : '***';
}
