/** The first import of the entry point: ends an older Node.js before it runs code that it does not know. */

const neededVersion = 24;

/** Why a Node.js of this `version`, such as `v22.1.0`, can't run the action; `null` if it can. */
export function whyTooOld(version: string): string | null {
  if (Number.parseInt(version.slice(1), 10) >= neededVersion) return null;
  return `Scan Gate needs Node.js ${neededVersion} or newer. This is ${version}.`;
}

const why = whyTooOld(process.version);
if (why !== null) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
