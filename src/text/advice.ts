/**
 * What happened, to what, and what to do now. Plain text on one line; parts between backticks are names to be typed
 * or read literally. `remedy` is empty where nothing is to be done.
 */
export interface Advice {
  readonly what: string;
  readonly remedy: string;
}

/** The members of a union by their `kind`: what has a text for every key has one for every member. */
export type ByKind<Union extends { kind: string }> = { readonly [Member in Union as Member['kind']]: Member };
