/** The address of a script for each of its runs in one process. Node.js evaluates a module once for each address. */
export function* addressesOfRuns(href) {
  yield href;
  for (let run = 1; ; run += 1) yield `${href}?run=${run}`;
}
